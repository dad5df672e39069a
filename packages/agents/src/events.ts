import { AGENT_NAMES, type AgentName, AGENTS_BY_NAME } from './agents.ts'
import { type Environment, type EventMembers, type HookAnswers, nestedContext } from './answers.ts'

export const answersOf = (sender: AgentName): HookAnswers => ({
  context: nestedContext,
  ...AGENTS_BY_NAME[sender].answers,
})

/** The agent that sent an event; Claude Code, whose form most agents share, if no other one is known to send it. */
export const senderOf = (event: EventMembers, env: Environment): AgentName =>
  AGENT_NAMES.find((sender) => answersOf(sender).sends(event, env)) ?? 'claude'

export type { AgentName } from './agents.ts'
export type { Environment } from './answers.ts'
