export const EXPORT_FORMATS = ['sarif', 'github', 'markdown'] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]
