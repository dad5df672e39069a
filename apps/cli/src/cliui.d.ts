/** The part of cliui that is used here; the package carries no types. */
declare module 'cliui' {
  interface Column {
    readonly text: string
    readonly width?: number
    /** Top, right, bottom, left. */
    readonly padding?: readonly [number, number, number, number]
  }

  interface Layout {
    div(...columns: Column[]): unknown
    toString(): string
  }

  export default function cliui(options: { readonly width: number; readonly wrap: boolean }): Layout
}
