/** The formats in which verdicts can be written. */
export const FORMATS = ['text', 'json', 'github', 'sarif'] as const

export type Format = (typeof FORMATS)[number]
