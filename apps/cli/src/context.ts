/** The part of a writable stream that most commands need. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  /** Width of the terminal in characters. */
  readonly columns?: number
}

/** What a command may access of its process. Only main.ts creates it from `process`. */
export interface CommandContext {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: NodeJS.WritableStream & Output
  readonly stderr: NodeJS.WritableStream & Output
  /** Ends a process that is the leader of its group, and all other processes of the group, if there are any. */
  readonly killGroup: (leader: number) => void
}

/**
 * Color is used on terminals, unless `TERM` is `dumb`. `NO_COLOR` (https://no-color.org) turns it off everywhere, else
 * `FORCE_COLOR` (https://force-color.org) turns it on, or off with `0` or `false`.
 */
export function supportsColor({ isTTY }: Output, env: CommandContext['env']): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false
  const forced = env['FORCE_COLOR'] ?? ''
  if (forced !== '') return !['0', 'false'].includes(forced)
  return isTTY === true && env['TERM'] !== 'dumb'
}
