import type { CommandContext } from '../../context.ts'

/** Fewer files than this are validated before a progress bar would be visible. */
const MIN_FILES = 200
const INTERVAL_MS = 100
const WIDTH = 40
/** Moves to the start of the line and clears it. */
const CLEAR_LINE = '\r\u001b[K'

interface ProgressOptions {
  readonly unit: 'files' | 'lines'
  readonly total: number
  readonly isQuiet: boolean
}

interface Progress {
  readonly increment: () => void
  readonly stop: () => void
}

/**
 * Starts a progress bar if stderr is a terminal and there is enough to validate: at least `MIN_FILES` files, or lines, whose
 * number is unknown. Lines are counted only if their results are printed elsewhere.
 */
export function startProgress(
  { unit, total, isQuiet }: ProgressOptions,
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
): Progress | undefined {
  const isShown = unit === 'files' ? total >= MIN_FILES : stdout.isTTY !== true
  if (isQuiet || !isShown || stderr.isTTY !== true) return undefined
  let done = 0
  let shownAt = 0
  const show = (): void => {
    const filled = Math.floor((done / total) * WIDTH)
    const text =
      unit === 'files'
        ? `${'█'.repeat(filled).padEnd(WIDTH, '░')} ${done} of ${total} files`
        : `${done} lines`
    stderr.write(CLEAR_LINE + text)
    shownAt = performance.now()
  }
  show()
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
