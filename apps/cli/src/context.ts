import { once } from 'node:events'

/** A stream that text goes to, as far as the commands need one. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  /** Width in characters, of a terminal. */
  readonly columns?: number
}

/** Where the verdicts go: its reader may be slower than we are. */
export interface OutputStream extends NodeJS.EventEmitter, Output {
  readonly writableNeedDrain?: boolean
}

/** Waits for a slow reader, so that what it has not read does not pile up in memory. */
export async function waitForDrain(sink: OutputStream): Promise<void> {
  if (sink.writableNeedDrain) await once(sink, 'drain')
}

/** Everything of the outside world that a command may touch. Only main.ts knows where it comes from. */
export interface CommandContext {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: OutputStream
  readonly stderr: NodeJS.WritableStream & Output
}

/** Whether to colour what goes to a stream: on a terminal only, and not where https://no-color.org is asked for. */
export const supportsColor = ({ isTTY }: Output, env: CommandContext['env']): boolean =>
  isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
