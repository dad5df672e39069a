import { claude } from './agents/claude.ts'
import { cline } from './agents/cline.ts'
import { codex } from './agents/codex.ts'
import { copilot } from './agents/copilot.ts'
import { gemini } from './agents/gemini.ts'
import { opencode } from './agents/opencode.ts'
import { qwen } from './agents/qwen.ts'
import { vscode } from './agents/vscode.ts'

/** All agents, by the names for `--agent`. */
export const AGENTS_BY_NAME = { claude, codex, gemini, copilot, qwen, opencode, cline, vscode }

export type AgentName = keyof typeof AGENTS_BY_NAME

export const AGENT_NAMES = Object.keys(AGENTS_BY_NAME) as AgentName[]
