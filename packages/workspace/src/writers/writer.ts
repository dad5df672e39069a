/** An agent of a session, as its events name it. */
export interface Writer {
  /** Id of the session; empty if its events name none. */
  readonly session: string
  /** Id of the subagent; absent for the main agent. */
  readonly subagent?: string
  /** The type of the subagent. */
  readonly type?: string
}

/** The same for the same agent of the same session. */
export const keyOf = ({ session, subagent = '' }: Writer): string => `${session}/${subagent}`

/** The key of an agent whose events name no session. */
export const UNKNOWN = keyOf({ session: '' })

/** How a message for a reader names the agent that wrote a file; undefined if it is not known. */
export function describeWriter(writer: Writer | undefined, reader: Writer): string | undefined {
  if (!writer) return undefined
  const { session, subagent, type = subagent } = writer
  const agent = type === undefined ? 'the main agent' : `the subagent ${type}`
  return session === reader.session ? agent : `${agent} of another session`
}
