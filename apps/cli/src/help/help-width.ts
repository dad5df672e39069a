/** Columns of the help, for an output of this width; undefined for a file or a pipe. */
export const helpWidth = (columns: number | undefined): number => Math.min(columns ?? 100, 120)
