import { answersOf } from '@workbench/agents/events'
import { escapeText } from '@workbench/contracts'

import type { AgentEvent } from './event/parse-event.ts'

/** What the hook reads from its environment. */
export interface HookContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The agent's current directory. */
  readonly cwd: string
  /** When the hook must have answered, in milliseconds since 1970. What is not validated by then is rejected. */
  readonly deadline: number
}

/**
 * The time for one event in milliseconds: reading it, and validating all its files. Agents end the hook after 30 seconds,
 * and then continue as if the files were valid.
 */
export const EVENT_TIMEOUT_MS = 10_000

/** The part of it that is left to write the response, and for what cannot be interrupted, in milliseconds. */
export const RESERVED_MS = 1500

/** A larger file, in bytes, is validated in a process that can be killed: it can take more than the time for one event. */
export const MAX_BYTES_IN_PROCESS = 2 ** 20

/**
 * How the hook ends. Exit status 0 is silent; 1 shows the message to the user and does not block; 2 blocks and sends the
 * message to the agent.
 */
export interface HookResponse {
  readonly status: 0 | 1 | 2
  readonly message: string
  /** With status 0: the JSON text for standard output, for the agent. The message is then not printed. */
  readonly output?: string
}

export const emptyResponse: HookResponse = { status: 0, message: '' }

/** @param problem why something could not be validated, as a sentence without a period */
export const rejection = (problem: string): HookResponse => ({ status: 2, message: `workbench: ${problem}` })

/** The response if the hook cannot run: the model is told after a tool, and everything goes on. */
export function cannotRun(event: AgentEvent, problem: string): HookResponse {
  const response = rejection(problem)
  if (event.kind === 'after') return responseTo(event, response)
  return contextResponse(event, { agent: '', user: response.message })
}

/** The response for an unexpected error. */
export const failure = (error: unknown): HookResponse =>
  rejection(`the hook failed, so nothing was validated: ${messageOf(error)}`)

/** The same for an event: the start of a session is never blocked. */
export const failureOf = ({ kind }: AgentEvent, error: unknown): HookResponse =>
  kind === 'start' ? startWarning(messageOf(error)) : failure(error)

const messageOf = (error: unknown): string =>
  escapeText((error instanceof Error ? error.message : String(error)).slice(0, 1000))

/**
 * The response in the form that reaches the model of the agent. An agent that was blocked once may stop, so that it is not
 * kept running forever: the message then goes to the user.
 */
export function responseTo(event: AgentEvent, response: HookResponse): HookResponse {
  const { kind, isStopHookActive } = event
  if (response.status !== 2 || kind === 'start' || kind === 'harmless') return response
  // What a rejection does at an unknown event is not known: it could end the work of the agent.
  if (isStopHookActive || kind === 'other') return { ...response, status: 1 }
  const form = answersOf(event.agent).rejection[kind]
  if (form === 'status 2') return response
  return { ...response, status: 0, output: JSON.stringify(form(response.message, event.name ?? '')) }
}

/** Adds texts, which do not block, to the context of the agent, and shows others to the user. Empty ones are left out. */
export function contextResponse(
  event: AgentEvent,
  texts: { readonly agent: string; readonly user: string },
): HookResponse {
  // When the agent stops, it has no context any more; whether it reads one at an unknown event is not known.
  const hasContext = event.kind !== 'stop' && event.kind !== 'other'
  const agent = hasContext ? texts.agent : ''
  const user = hasContext ? texts.user : [texts.user, texts.agent].filter(Boolean).join('\n')
  if (agent === '' && user === '') return emptyResponse
  const output = {
    ...(user !== '' && { systemMessage: user }),
    ...(agent !== '' && answersOf(event.agent).context(agent, event.name ?? '')),
  }
  return { ...emptyResponse, output: JSON.stringify(output) }
}

/**
 * Shows to the user why the agent starts without the facts of the memory. Never blocks.
 * @param reason without a period
 */
export const startWarning = (reason: string): HookResponse => ({
  ...emptyResponse,
  output: JSON.stringify({ systemMessage: `workbench: the facts of the memory were not read: ${reason}` }),
})
