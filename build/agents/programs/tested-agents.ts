import type { Agent } from './agent.ts'
import { claudeCode, nativeProgram, script } from './claude-code.ts'
import { codex } from './codex.ts'
import { geminiCli } from './gemini-cli.ts'

/** The agents that are tested, in their pinned versions. */
export const agents: readonly Agent[] = [
  claudeCode('2.1.330', nativeProgram, 'Agent'),
  claudeCode('2.0.76', script, 'Task'),
  codex('0.169.0'),
  geminiCli('0.61.0'),
]
