import { resolve } from 'node:path'

import type { CommandContext } from '../../context.ts'
import { type ConfiguredCommand, expand } from './configuration.ts'
import type { Program } from './run-program.ts'

/** The program that an agent starts, in the project's root. */
export function programOf(
  { source, command, args, env, cwd }: ConfiguredCommand,
  root: string,
  environment: CommandContext['env'],
): Program {
  const fill = (text: string) => expand(text, { ...environment, ...source.variables })
  return {
    // The shell replaces the variables of its own.
    command: args ? fill(command) : expand(command, source.variables),
    args: args?.map(fill),
    cwd: cwd === undefined ? root : resolve(root, fill(cwd)),
    env: {
      ...environment,
      ...source.variables,
      ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(text)])),
    },
  }
}
