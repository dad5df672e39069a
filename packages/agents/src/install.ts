import * as claude from './agents/claude.ts'
import * as cline from './agents/cline.ts'
import * as codex from './agents/codex.ts'
import * as copilot from './agents/copilot.ts'
import * as gemini from './agents/gemini.ts'
import * as opencode from './agents/opencode.ts'
import * as qwen from './agents/qwen.ts'
import * as vscode from './agents/vscode.ts'
import { AGENT_NAMES, type AgentName, type Setup } from './setup.ts'

/** An agent that `init` sets up and `doctor` checks. */
export interface Agent extends Setup {
  /** For `--agent`. */
  readonly name: AgentName
}

/** The setup of each agent: one without it does not compile. */
const SETUPS: Readonly<Record<AgentName, Setup>> = {
  claude: claude.setup,
  codex: codex.setup,
  gemini: gemini.setup,
  copilot: copilot.setup,
  qwen: qwen.setup,
  opencode: opencode.setup,
  cline: cline.setup,
  vscode: vscode.setup,
}

export const AGENTS: readonly Agent[] = AGENT_NAMES.map((name) => ({ name, ...SETUPS[name] }))

export {
  AGENT_PROGRAMS,
  type AgentProgram,
  COMMANDS,
  type Installation,
  START_SCRIPT,
  startsProgram,
} from './programs.ts'
export { startScript } from './start-script.ts'
export {
  type Addition,
  commandLineOf,
  isOutdated,
  isWritten,
  type OwnText,
  type SettingsFile,
  type TableAddition,
} from './settings.ts'
export { AGENT_NAMES, type AgentName, type Project, type Source } from './setup.ts'
