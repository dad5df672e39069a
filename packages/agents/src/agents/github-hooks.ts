import { type Installation, shellCommand } from '../programs.ts'
import { type Addition, isOwnHook, TIMEOUT } from '../settings.ts'

/** VS Code and Copilot CLI read it. */
export const GITHUB_HOOKS = '.github/hooks/workbench.json'

/** PostToolUseFailure is one of Copilot CLI only: after a tool that failed, instead of PostToolUse. */
const EVENTS = ['SessionStart', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'Stop', 'SubagentStop']

/** Both run hooks in the project's root, for every tool. Events with these names have the members of Claude Code. */
export const githubHooks = (installation: Installation): Addition[] =>
  EVENTS.map((event) => ({
    path: ['hooks', event],
    value: { type: 'command', command: shellCommand(installation, 'hook'), timeout: TIMEOUT },
    isOwn: isOwnHook,
  }))
