import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { type Agent, AGENTS } from '@workbench/agents/install'

import type { CommandContext } from '../../context.ts'

/** The agents that the project or this machine uses. */
export const detectAgents = (root: string, env: CommandContext['env']): readonly Agent[] =>
  AGENTS.filter(
    ({ markers, program }) => markers.some((name) => existsSync(join(root, name))) || isOnPath(program, env),
  )

const isOnPath = (program: string, env: CommandContext['env']): boolean =>
  (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .some((folder) => ['', '.cmd', '.exe'].some((extension) => existsSync(join(folder, program + extension))))
