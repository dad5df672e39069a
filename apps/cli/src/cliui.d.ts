/** The part of cliui that this app uses. The package has no type declarations. */
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
