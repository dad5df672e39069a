import type { AgentProgram } from '@workbench/agents/install'

import { findAgentProgram } from '../../agent-program.ts'
import { defineCommand } from '../../command-line/define-command.ts'
import { CannotRun } from '../../exit-status.ts'

/** For the help. main.ts runs the program without yargs, unless it has options, or does not exist, as in the source code. */
export const agentProgramCommand = (name: AgentProgram, describe: string) =>
  defineCommand({
    describe,
    run: () =>
      Promise.reject(
        new CannotRun(
          findAgentProgram(name) === undefined
            ? `workbench ${name} is part of the built command; run npx -y pnpm@12 build`
            : `workbench ${name} takes no options; use the environment, for example WORKBENCH_SCHEMAS`,
        ),
      ),
  })
