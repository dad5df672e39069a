import type { ServerResponse } from 'node:http'

/** What the model does next: it calls a tool, or ends its turn with a text. */
export type Action = ToolCall | { readonly text: string }

/** A call of a tool, with the name and the arguments that the agent expects. */
export interface ToolCall {
  readonly tool: string
  readonly input: unknown
  /** How the protocol writes the call, if it has more than one way. */
  readonly form?: string
}

/** A message that the agent sent to the model. */
export interface Message {
  /** Where it stands in the request, for example `tool result` or `system message`. */
  readonly channel: string
  readonly text: string
}

/** A request of the agent to the model. */
export interface ModelRequest {
  /** All messages of the conversation except those of the model. */
  readonly messages: readonly Message[]
  /** The names of the tools that the model can call. */
  readonly tools: readonly string[]
}

/** The protocol between an agent and its model. */
export interface Protocol {
  /** Whether a request with this path is for the next step of the model; others get the error 404. */
  readonly isTurn: (path: string) => boolean
  readonly parse: (body: unknown) => ModelRequest
  /** Streams the action as server-sent events. `id` is unique in the conversation. */
  readonly respond: (response: ServerResponse, action: Action, id: string) => void
}

/** Writes one server-sent event. */
export function writeEvent(response: ServerResponse, data: object, name?: string): void {
  response.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`)
}
