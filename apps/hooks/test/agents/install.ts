import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Agent } from './programs/agent.ts'

/**
 * Installs an agent from the registry into a folder of its own, and returns the folder. Install scripts do not run.
 * @param cache where the folders are; an agent that is there already is not installed again
 */
export function install({ name, version, packages }: Agent, cache: string): string {
  const folder = join(cache, `${name.toLowerCase().replaceAll(' ', '-')}-${version}`)
  const finished = join(folder, 'installed')
  if (existsSync(finished)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // Without it, npm installs into the nearest ancestor that has one.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  // pnpm hands on the setting of this repository; the programs of most agents are native.
  const options = [
    '--engine-strict=false',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel',
    'error',
  ]
  execFileSync('npm', ['install', ...options, ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(finished, '')
  return folder
}
