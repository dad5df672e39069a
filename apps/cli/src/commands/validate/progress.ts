import type { CommandContext } from '../../context.ts'
import type { ValidateRequest } from './request.ts'

/** Fewer files than this are validated before a progress bar would be visible. */
const MIN_FILES = 200

interface Progress {
  advance(): void
  stop(): void
}

/** Starts a progress bar if stderr is a terminal and the command line names at least `MIN_FILES` files. */
export async function startProgress(
  { paths: { length: total }, filesFrom }: ValidateRequest,
  context: Pick<CommandContext, 'stderr'>,
): Promise<Progress> {
  if (total < MIN_FILES || filesFrom !== undefined || context.stderr.isTTY !== true) {
    return { advance: noop, stop: noop }
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

const noop = (): void => undefined
