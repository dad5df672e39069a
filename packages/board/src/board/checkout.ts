import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

import { findRepository, isWithin, otherWorktrees } from '@workbench/workspace'

import { namesOf } from './list-files.ts'

/** What is checked out in a folder. */
export interface Checkout {
  /** The name of the branch, or the first digits of the commit; undefined if it cannot be read. */
  readonly branch: string | undefined
  /** The name of the worktree, if it is not the main one. */
  readonly worktree: string | undefined
}

/** An artifact that another worktree of the repository has and the board does not. */
export interface ElsewhereFile {
  readonly wave: string
  readonly agent: string
  /** The worktree, relative to the project's root. */
  readonly folder: string
  readonly branch: string | undefined
}

/** Undefined if the folder is in no repository. Reads the files of git, without running it. */
export function checkoutOf(folder: string): Checkout | undefined {
  const repository = findRepository(folder)
  if (!repository) return undefined
  const isLinked = basename(dirname(repository.folder)) === 'worktrees'
  return { branch: branchIn(repository.folder), worktree: isLinked ? basename(repository.root) : undefined }
}

/** `branch main, worktree w`; empty if neither is known. */
export const describeCheckout = ({ branch, worktree }: Partial<Checkout> = {}): string =>
  [branch !== undefined && `branch ${branch}`, worktree !== undefined && `worktree ${worktree}`]
    .filter(Boolean)
    .join(', ')

/** `tester in w2: branch fixes, worktree ../fixes`. */
export const describeElsewhere = ({ wave, agent, branch, folder }: ElsewhereFile): string =>
  `${agent} in ${wave}: ${describeCheckout({ branch, worktree: folder })}`

/** How many digits of a commit are shown. */
const DIGITS = 8

function branchIn(gitFolder: string): string | undefined {
  try {
    const head = readFileSync(join(gitFolder, 'HEAD'), 'utf8').trim()
    const [, branch, commit] = /^(?:ref: refs\/heads\/(.+)|([\da-f]{40,64}))$/.exec(head) ?? []
    return branch ?? commit?.slice(0, DIGITS)
  } catch {
    return undefined
  }
}

/** The most artifacts that are looked for. */
const MAX_FILES = 1_000

/**
 * The artifacts of the other worktrees that a board does not have: an agent that works in a worktree writes into the
 * blackboard of that one.
 * @param root of the project
 * @param folder of the board; one outside of the repository has no counterpart in the other worktrees
 * @param files those of the board
 */
export function filesElsewhere(
  root: string,
  folder: string,
  files: readonly { readonly wave: string; readonly agent: string }[],
): ElsewhereFile[] {
  const repository = findRepository(root)
  if (!repository || !isWithin(repository.root, folder)) return []
  const known = new Set(files.map(({ wave, agent }) => join(wave, agent)))
  const found: ElsewhereFile[] = []
  for (const worktree of otherWorktrees(repository.root)) {
    const branch = checkoutOf(worktree)?.branch
    for (const { wave, agent } of namesOf(join(worktree, relative(repository.root, folder)))) {
      if (known.has(join(wave, agent))) continue
      if (found.push({ wave, agent, folder: relative(root, worktree), branch }) === MAX_FILES) return found
    }
  }
  return found
}
