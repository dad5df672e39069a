import type { CommandContext } from '../../context.ts'

/** Fewer files than this are validated before a progress bar would be visible. */
const MIN_FILES = 200

/** The time between two updates of the terminal, in milliseconds. */
const INTERVAL_MS = 100

/** The width of the bar, in characters. */
const WIDTH = 40

const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const CLEAR_LINE = '\r\u001b[K'

/** A line on a terminal that counts. */
interface Progress {
  readonly increment: () => void
  /** Removes the line. */
  readonly stop: () => void
}

export interface ProgressOptions {
  readonly unit: 'files' | 'lines'
  /** The number of files; that of lines is unknown. */
  readonly total: number
  readonly isQuiet: boolean
}

/**
 * Starts a progress bar if stderr is a terminal and there is enough to validate: at least `MIN_FILES` files, or lines. Lines
 * are counted only if their results are printed elsewhere.
 */
export function startProgress(
  { unit, total, isQuiet }: ProgressOptions,
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
): Progress | undefined {
  const isShown = unit === 'files' ? total >= MIN_FILES : stdout.isTTY !== true
  if (isQuiet || !isShown || stderr.isTTY !== true) return undefined
  let count = 0
  let printed = 0
  const print = () => {
    printed = Date.now()
    const done = Math.round((WIDTH * count) / Math.max(total, 1))
    const bar = `${'█'.repeat(done)}${'░'.repeat(WIDTH - done)} ${count} of ${total} files`
    stderr.write(CLEAR_LINE + (unit === 'files' ? bar : `${count} lines`))
  }
  stderr.write(HIDE_CURSOR)
  print()
  return {
    increment: () => {
      count++
      if (Date.now() - printed >= INTERVAL_MS || count === total) print()
    },
    stop: () => stderr.write(CLEAR_LINE + SHOW_CURSOR),
  }
}
