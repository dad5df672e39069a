import type { CommandContext } from '../../context.ts'
import type { ValidateRequest } from './request.ts'

/** Fewer files than this are read before a bar could be seen. */
const MIN_FILES = 200

export interface Progress {
  advance(): void
  stop(): void
}

/** Shows a bar on a terminal while many files are read whose number is known; nothing otherwise. */
export async function startProgress(
  { files: { length: total }, filesFrom }: ValidateRequest,
  context: Pick<CommandContext, 'stderr'>,
): Promise<Progress> {
  if (total < MIN_FILES || filesFrom !== undefined || context.stderr.isTTY !== true) {
    return { advance: nothing, stop: nothing }
  }
  const { Presets, SingleBar } = await import('cli-progress')
  const bar = new SingleBar(
    {
      stream: context.stderr,
      clearOnComplete: true,
      hideCursor: true,
      format: '{bar} {value} of {total} files',
    },
    Presets.shades_grey,
  )
  bar.start(total, 0)
  return {
    advance: () => {
      bar.increment()
    },
    stop: () => {
      bar.stop()
    },
  }
}

const nothing = (): void => undefined
