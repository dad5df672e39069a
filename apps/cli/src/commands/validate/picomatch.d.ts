/** The part of picomatch that this app uses. The package has no type declarations. */
declare module 'picomatch' {
  interface Scan {
    /** The folders before the first wildcard. */
    readonly base: string
    readonly glob: string
    readonly isGlob: boolean
  }

  interface Picomatch {
    (patterns: string | readonly string[], options: { readonly dot: boolean }): (path: string) => boolean
    scan(pattern: string): Scan
  }

  const picomatch: Picomatch
  export default picomatch
}
