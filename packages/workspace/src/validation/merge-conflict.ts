/** How the lines begin that git writes around the two sides of a conflict. */
const MARKERS = ['<<<<<<< ', '=======', '>>>>>>> ']

/** What is wrong with a file that git could not merge; undefined if it has no conflict markers. */
export function mergeConflict(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const isMarked = MARKERS.every((marker) => text.includes(`\n${marker}`) || text.indexOf(marker) === 0)
  return isMarked
    ? 'it has the conflict markers of an unresolved merge; keep one side whole, for example with git checkout --ours ' +
        'or --theirs, and write what the other side says with the tool that wrote it'
    : undefined
}
