import { jsonSetting } from '../edits/json-setting.ts'
import { serverCommand, shellCommand } from '../installation.ts'
import { type Agent, hookAddition, serverAddition, TIMEOUTS } from './agent.ts'

/** VS Code reads the same hooks, without the variable, and runs them in the project's root. */
const ROOT = '${CLAUDE_PROJECT_DIR:-.}'

const TOOLS = 'Write|Edit|MultiEdit|NotebookEdit|Bash|mcp__.*'

/** https://code.claude.com/docs/en/hooks, https://code.claude.com/docs/en/mcp */
export const claude: Agent = {
  name: 'claude',
  title: 'Claude Code',
  markers: ['.claude', 'CLAUDE.md', '.mcp.json'],
  program: 'claude',
  settings: ({ installation }) => {
    const command = shellCommand(installation, 'hook', ROOT)
    const afterTools = { type: 'command', command, timeout: TIMEOUTS.tool }
    const atEnd = { type: 'command', command, timeout: TIMEOUTS.stop }
    return [
      jsonSetting('.claude/settings.json', [
        hookAddition('SessionStart', undefined, afterTools),
        hookAddition('PreToolUse', TOOLS, afterTools),
        hookAddition('PostToolUse', TOOLS, afterTools),
        // Instead of PostToolUse, after a shell command that failed: it may have written an artifact before.
        hookAddition('PostToolUseFailure', TOOLS, afterTools),
        hookAddition('Stop', undefined, atEnd),
        hookAddition('SubagentStop', undefined, atEnd),
      ]),
      jsonSetting('.mcp.json', [serverAddition('mcpServers', serverCommand(installation, ROOT))]),
    ]
  },
  note: 'Claude Code starts the server of .mcp.json after you approve it',
}
