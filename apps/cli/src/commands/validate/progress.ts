import type { SingleBar } from 'cli-progress'

import type { CommandContext } from '../../context.ts'

/** Fewer files than this are validated before a progress bar would be visible. */
const MIN_FILES = 200

/**
 * Starts a progress bar if stderr is a terminal and there is enough to validate: at least `MIN_FILES` files, or lines, whose
 * number is unknown. Lines are counted only if their results are printed elsewhere.
 */
export async function startProgress(
  unit: 'files' | 'lines',
  files: number,
  isQuiet: boolean,
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
): Promise<SingleBar | undefined> {
  const isShown = unit === 'files' ? files >= MIN_FILES : stdout.isTTY !== true
  if (isQuiet || !isShown || stderr.isTTY !== true) return undefined
  const { Presets, SingleBar } = await import('cli-progress')
  const bar = new SingleBar(
    {
      stream: stderr,
      clearOnComplete: true,
      hideCursor: true,
      format: unit === 'files' ? '{bar} {value} of {total} files' : '{value} lines',
    },
    Presets.shades_grey,
  )
  bar.start(files, 0)
  return bar
}
