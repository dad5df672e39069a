/** Whether a path, however it is spelt, may be that of an artifact. Cheap: most paths are not. */
export const mayBeArtifact = (path: string): boolean => /\.json$/i.test(path)

/** Whether a path, however it is spelt, may lead into the memory of a working area. */
export const mayBeMemory = (path: string): boolean => mayBeArtifact(path) || /memory|\.workbench/i.test(path)
