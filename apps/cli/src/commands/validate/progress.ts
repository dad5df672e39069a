import type { CommandContext } from '../../context.ts'
import type { ValidateRequest } from './request.ts'

/** Fewer files than this are validated before a progress bar would be visible. */
const MIN_FILES = 200

interface Progress {
  advance(count?: number): void
  stop(): void
}

/**
 * Starts a progress bar if stderr is a terminal and there is enough to validate: at least `MIN_FILES` paths, or a list or
 * lines whose number is unknown. Lines are counted only if their results are printed elsewhere.
 */
export async function startProgress(
  { paths: { length: total }, filesFrom, format, isQuiet }: ValidateRequest,
  context: Pick<CommandContext, 'stdout' | 'stderr'>,
): Promise<Progress> {
  const isNdjson = format === 'ndjson'
  const isCounted = filesFrom !== undefined || (isNdjson && context.stdout.isTTY !== true)
  if (isQuiet || (!isCounted && (isNdjson || total < MIN_FILES)) || context.stderr.isTTY !== true)
    return { advance: noop, stop: noop }
  const { Presets, SingleBar } = await import('cli-progress')
  const unit = isNdjson ? 'lines' : 'files'
  const bar = new SingleBar(
    {
      stream: context.stderr,
      clearOnComplete: true,
      hideCursor: true,
      format: isCounted ? `{value} ${unit}` : `{bar} {value} of {total} ${unit}`,
    },
    Presets.shades_grey,
  )
  bar.start(isCounted ? 0 : total, 0)
  return {
    advance: (count = 1) => {
      bar.increment(count)
    },
    stop: () => {
      bar.stop()
    },
  }
}

const noop = (): void => undefined
