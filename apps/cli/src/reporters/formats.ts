/** Output formats of `workbench validate`. */
export const FORMATS = ['text', 'json', 'github', 'sarif', 'junit', 'gitlab'] as const

export type Format = (typeof FORMATS)[number]
