import type { AgentProgram } from '@workbench/agents/install'

import { findAgentProgram } from '../find-agent-program.ts'
import { type CommandTable, defineCommand } from '../command-line/define-command.ts'
import { CannotRun } from '../exit-status.ts'

/** For the help. main.ts runs the program without yargs, unless it has options, or does not exist, as in the source code. */
export const agentProgram =
  (name: AgentProgram, describe: string): CommandTable[string] =>
  () => {
    const reason = () =>
      findAgentProgram(name) === undefined
        ? 'is part of the built command; run npx -y pnpm@12 build'
        : 'takes no options; use the environment, for example WORKBENCH_SCHEMAS'
    const run = () => Promise.reject(new CannotRun(`workbench ${name} ${reason()}`))
    return Promise.resolve({ command: defineCommand({ describe, run }) })
  }
