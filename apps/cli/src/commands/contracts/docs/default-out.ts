/** The default output directory, relative to the current directory. */
export const DEFAULT_OUT = 'docs/contracts'
