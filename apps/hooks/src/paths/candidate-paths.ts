/*
 * Cheap filters on the text of a path, in any spelling. Most events are about other files, and only a path that passes
 * is resolved on disk.
 */

export const isArtifactName = (path: string): boolean => /\.json$/i.test(path)

/** Also a folder, which a command can delete or rename. */
export const mayBeMemory = (path: string): boolean => isArtifactName(path) || /memory|\.workbench/i.test(path)
