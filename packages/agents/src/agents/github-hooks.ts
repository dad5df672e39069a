import { type Installation, shellCommand } from '../programs.ts'
import { type Addition, CLAUDE_EVENTS, startsHook, TIMEOUT, toldAfterTool } from '../settings.ts'

/** VS Code and Copilot CLI read it. */
export const GITHUB_HOOKS = '.github/hooks/workbench.json'

/** Both run hooks in the project's root, for every tool. Events with these names have the members of Claude Code. */
export const githubHooks = (installation: Installation): Addition[] =>
  CLAUDE_EVENTS.map((event) => ({
    path: ['hooks', event],
    value: {
      type: 'command',
      command: commandAt(event, shellCommand(installation, 'hook')),
      timeout: TIMEOUT,
    },
    isSame: startsHook,
  }))

/** Copilot CLI denies every tool if the command before it fails, also the one that would install what is missing. */
const commandAt = (event: string, command: string): string =>
  event === 'PreToolUse' ? `${command} || exit 0` : toldAfterTool(command, event)
