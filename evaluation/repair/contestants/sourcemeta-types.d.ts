/** The package has no type declarations. */
declare module '@sourcemeta/jsonschema' {
  export function spawn(
    args: readonly string[],
    options: { readonly json: boolean },
  ): Promise<{ readonly code: number | null; readonly stdout: unknown; readonly stderr: string }>
}
