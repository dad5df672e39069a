/** A stream that text goes to, as far as the commands need one. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  /** Width in characters, of a terminal. */
  readonly columns?: number
}

/** Everything of the outside world that a command may touch. Only main.ts knows where it comes from. */
export interface Terminal {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: Output
  readonly stderr: NodeJS.WritableStream & Output
}

/** Whether to colour what goes to a stream: on a terminal only, and not where https://no-color.org is asked for. */
export const takesColour = ({ isTTY }: Output, env: Terminal['env']): boolean =>
  isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
