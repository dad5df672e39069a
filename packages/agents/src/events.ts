import * as claude from './agents/claude.ts'
import * as cline from './agents/cline.ts'
import * as codex from './agents/codex.ts'
import * as copilot from './agents/copilot.ts'
import * as gemini from './agents/gemini.ts'
import * as opencode from './agents/opencode.ts'
import * as qwen from './agents/qwen.ts'
import * as vscode from './agents/vscode.ts'
import type { Environment, EventMembers, HookAnswers } from './answers.ts'
import type { AgentName } from './setup.ts'

/** The answers of each agent: one without them does not compile. */
const ANSWERS: Readonly<Record<AgentName, HookAnswers>> = {
  claude: claude.answers,
  codex: codex.answers,
  gemini: gemini.answers,
  copilot: copilot.answers,
  qwen: qwen.answers,
  opencode: opencode.answers,
  vscode: vscode.answers,
  cline: cline.answers,
}

const SENDERS = Object.keys(ANSWERS) as AgentName[]

export const answersOf = (sender: AgentName): HookAnswers => ANSWERS[sender]

/** The agent that sent an event; Claude Code, whose form most agents share, if no other one is known to send it. */
export const senderOf = (event: EventMembers, env: Environment): AgentName =>
  SENDERS.find((sender) => ANSWERS[sender].sends(event, env)) ?? 'claude'

export type { Environment } from './answers.ts'
export type { AgentName } from './setup.ts'
