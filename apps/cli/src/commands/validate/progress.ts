import { Presets, SingleBar } from 'cli-progress'

import type { Terminal } from '../../terminal.ts'

/** Fewer files than this are read before a bar could be seen. */
const MANY = 200

export interface Progress {
  advance(): void
  stop(): void
}

/** Shows a bar on a terminal while many files are read; nothing otherwise. */
export function startProgress(total: number, { stderr }: Terminal): Progress {
  if (total < MANY || stderr.isTTY !== true) return { advance: nothing, stop: nothing }
  const bar = new SingleBar(
    { stream: stderr, clearOnComplete: true, hideCursor: true, format: '{bar} {value} of {total} files' },
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
