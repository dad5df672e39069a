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
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream & Output
  readonly stderr: NodeJS.WritableStream & Output
  /** Ends a process that is the leader of its group, and all other processes of the group, if there are any. */
  readonly killGroup: (leader: number) => void
}
