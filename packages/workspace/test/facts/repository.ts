import { rmSync } from 'node:fs'
import { join } from 'node:path'

import {
  factState,
  type FactDraft,
  findContradictions,
  openArea,
  readMemory,
  writeFact,
} from '@workbench/workspace'

import { commit, git } from '@workbench/test-support/git-repository'
import { contracts, draft, newProject, TODAY } from '../project.ts'

export const write = (root: string, change: Partial<FactDraft> = {}): string =>
  writeFact(openArea(root), contracts, draft(change), TODAY).id

export const pathOf = (root: string, id: string): string => join(root, '.workbench/memory', `${id}.json`)

/** The name of the state of each fact of a memory, by its id. */
export const statesOf = (root: string): Record<string, string> =>
  Object.fromEntries(
    readMemory(openArea(root), contracts).map((entry) => [entry.id, factState(entry, TODAY).name]),
  )

export const contradictionsOf = (root: string) =>
  findContradictions(readMemory(openArea(root), contracts), TODAY)

/** A repository with a committed fact. */
export function newRepository(...options: readonly string[]): { readonly root: string; readonly id: string } {
  const { root } = newProject()
  rmSync(join(root, '.git'), { recursive: true, force: true })
  git(root, 'init', '--quiet', '--initial-branch', 'main', ...options)
  const id = write(root)
  commit(root)
  return { root, id }
}

/** Runs a function in a new branch of main, commits, and returns to main. */
export function inBranch<Result>(root: string, name: string, run: () => Result): Result {
  git(root, 'switch', '--quiet', '--create', name, 'main')
  const result = run()
  commit(root)
  git(root, 'switch', '--quiet', 'main')
  return result
}

export const merge = (root: string, ...branches: readonly string[]): void => {
  for (const branch of branches) git(root, 'merge', '--quiet', '--message', 'Merge', branch)
}
