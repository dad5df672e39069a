import type { AgentName } from './agent-names.ts'
import type { Agent } from './agent.ts'
import { claude } from './claude.ts'
import { codex } from './codex.ts'
import { gemini } from './gemini.ts'
import { vscode } from './vscode.ts'

export const AGENTS: readonly Agent[] = Object.values({
  claude,
  codex,
  gemini,
  vscode,
} satisfies Record<AgentName, Agent>)
