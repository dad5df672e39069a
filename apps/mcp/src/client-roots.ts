import { fileURLToPath } from 'node:url'

/** The folders among the roots of a client, which are URIs. What is not the URI of a local folder is ignored. */
export const foldersOf = (roots: readonly unknown[]): string[] =>
  roots.flatMap((root) => {
    try {
      return [fileURLToPath((root as { readonly uri: string }).uri)]
    } catch {
      return []
    }
  })
