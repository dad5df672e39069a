/** The paths that a patch writes; in the format of `apply_patch`, or a unified diff. */
export const patchedPaths = (text: string): string[] =>
  [...text.matchAll(/^(?:\*\*\* (?:Add File|Update File|Move to): |\+\+\+ (?:b\/)?)([^\r\n\t]+)/gm)]
    .map(([, path = '']) => path.trim())
    .filter((path) => path !== '/dev/null')
