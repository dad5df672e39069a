/** The members of a request that the scripted model reads. */
export interface ModelRequest {
  readonly stream?: boolean
  readonly tools?: readonly {
    readonly name?: string
    readonly function?: { readonly name: string }
  }[]
}

export interface ModelResponse {
  readonly body: object
  /** The same as server-sent events. */
  readonly events: readonly Readonly<Record<string, unknown>>[]
}

/** The last text of a conversation. */
export const DONE = 'Done.'

/** The name of the tool that the model calls; undefined if it writes text. */
export const calledTool = ({ tools }: ModelRequest, text: string | undefined): string | undefined =>
  text === undefined ? undefined : (tools?.[0]?.function?.name ?? tools?.[0]?.name)

let calls = 0

/** An id for a call of a tool: SDKs reject one that was used before. */
export const callId = (): string => `call_${++calls}`
