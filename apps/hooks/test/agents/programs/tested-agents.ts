import type { Agent } from './agent.ts'
import { claudeCode, nativeProgram, script } from './claude-code.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { copilotCli } from './copilot-cli.ts'
import { geminiCli } from './gemini-cli.ts'
import { opencode } from './opencode.ts'
import { qwenCode } from './qwen-code.ts'

/** The agents that are tested, in their pinned versions. */
export const agents: readonly Agent[] = [
  claudeCode('2.1.330', nativeProgram, 'Agent'),
  claudeCode('2.0.76', script, 'Task'),
  codex('0.169.0'),
  geminiCli('0.61.0'),
  copilotCli('1.0.102'),
  qwenCode('0.24.4'),
  opencode('1.18.33'),
  cline('3.0.65'),
]
