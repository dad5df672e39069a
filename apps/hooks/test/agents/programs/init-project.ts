import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { repository } from '../../../../../tools/plugin/trees.js'
import type { Command } from './agent.ts'

/** `workbench init` in a project that depends on `@workbench/cli`. */
export const initProject =
  (agent: string) =>
  (project: string): Command => {
    const built = join(repository, 'apps', 'cli', 'dist', 'package')
    const installed = join(project, 'node_modules', '@workbench', 'cli', 'dist', 'package')
    mkdirSync(dirname(installed), { recursive: true })
    symlinkSync(built, installed)
    const program = join(installed, 'main.cjs')
    return { program: process.execPath, args: [program, 'init', '--agent', agent, '--write'] }
  }
