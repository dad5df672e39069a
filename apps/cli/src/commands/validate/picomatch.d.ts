/** The part of picomatch that this app uses. The package has no type declarations. */
declare module 'picomatch' {
  interface Scan {
    /** The folders before the first wildcard. */
    readonly base: string
    readonly glob: string
    readonly isGlob: boolean
  }

  interface Options {
    readonly dot: boolean
    readonly nonegate: boolean
    readonly noextglob: boolean
  }

  interface Picomatch {
    (patterns: string | readonly string[], options: Options): (path: string) => boolean
    scan(pattern: string): Scan
  }

  const picomatch: Picomatch
  export default picomatch
}
