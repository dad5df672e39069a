import { type Installation, shellCommand } from './installation.ts'
import { type Addition, isOwnHook, TIMEOUTS } from './settings.ts'

/** VS Code and Copilot CLI read it. */
export const GITHUB_HOOKS = '.github/hooks/workbench.json'

/** Both run hooks in the project's root, for every tool. Events with these names have the members of Claude Code. */
export const githubHooks = (installation: Installation): Addition[] =>
  Object.entries({
    SessionStart: TIMEOUTS.tool,
    PreToolUse: TIMEOUTS.tool,
    PostToolUse: TIMEOUTS.tool,
    // Only Copilot CLI has it: after a tool that failed, instead of PostToolUse.
    PostToolUseFailure: TIMEOUTS.tool,
    Stop: TIMEOUTS.stop,
    SubagentStop: TIMEOUTS.stop,
  }).map(([event, timeout]) => ({
    path: ['hooks', event],
    value: { type: 'command', command: shellCommand(installation, 'hook'), timeout },
    isOwn: isOwnHook,
  }))
