import type { Agent, AgentName } from './agent.ts'
import { claude } from './claude.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'
import { qwen } from './qwen.ts'
import { vscode } from './vscode.ts'

export { type Agent, AGENT_NAMES, type AgentName, type Project, type Source } from './agent.ts'
export type { Environment } from './answers.ts'
export {
  AGENT_PROGRAMS,
  type AgentProgram,
  type Installation,
  serverCommand,
  shellCommand,
  startsProgram,
} from './installation.ts'
export {
  type Addition,
  commandLineOf,
  type OwnText,
  type SettingsFile,
  type TableAddition,
} from './settings.ts'

/** Each agent has a definition: a name without one does not compile. */
const DEFINITIONS = { claude, codex, gemini, copilot, qwen, opencode, vscode } satisfies Record<
  AgentName,
  Agent
>

export const AGENTS: readonly Agent[] = Object.values(DEFINITIONS)

export const agentNamed = (name: AgentName): Agent => DEFINITIONS[name]

/** The agent that sent an event; Claude Code, whose form most agents share, if no other one is known to send it. */
export const senderOf = (...args: Parameters<Agent['answers']['sends']>): Agent =>
  AGENTS.find(({ answers }) => answers.sends(...args)) ?? claude
