import type { Output } from '../../context.ts'

/** Fewer files than this are validated before their number could be read. */
const MIN_FILES = 200
const INTERVAL_MS = 100
/** Moves to the start of the line and clears it. */
const CLEAR_LINE = '\r\u001b[K'

/** Yields each of `MIN_FILES` files or more, and counts them on stderr, if that is a terminal; fewer are only yielded. */
export function* withProgress<File>(files: readonly File[], stderr: Output): Generator<File> {
  const isShown = stderr.isTTY === true && files.length >= MIN_FILES
  let shownAt = 0
  const show = (done: number): void => {
    stderr.write(`${CLEAR_LINE}${done} of ${files.length} files`)
    shownAt = performance.now()
  }
  for (const [done, file] of files.entries()) {
    if (isShown && performance.now() - shownAt >= INTERVAL_MS) show(done)
    yield file
  }
  if (!isShown) return
  show(files.length)
  stderr.write(CLEAR_LINE)
}
