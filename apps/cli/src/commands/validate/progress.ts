import type { CommandContext } from '../../context.ts'

/** Fewer files than this are validated before their number could be read. */
const MIN_FILES = 200
const INTERVAL_MS = 100
/** Moves to the start of the line and clears it. */
const CLEAR_LINE = '\r\u001b[K'

interface ProgressOptions {
  /** The number of files; undefined for lines, whose number is unknown. */
  readonly files?: number
  readonly isQuiet: boolean
}

/**
 * Counts on stderr what was validated, if that is a terminal: of `MIN_FILES` files or more, or lines whose results are
 * printed elsewhere.
 */
export function startProgress(
  { files, isQuiet }: ProgressOptions,
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
) {
  const isShown = files === undefined ? stdout.isTTY !== true : files >= MIN_FILES
  if (isQuiet || !isShown || stderr.isTTY !== true) return undefined
  let done = 0
  let shownAt = 0
  const show = (): void => {
    stderr.write(`${CLEAR_LINE}${done}${files === undefined ? ' lines' : ` of ${files} files`}`)
    shownAt = performance.now()
  }
  return {
    increment: () => {
      done++
      if (performance.now() - shownAt >= INTERVAL_MS) show()
    },
    stop: () => {
      show()
      stderr.write(CLEAR_LINE)
    },
  }
}
