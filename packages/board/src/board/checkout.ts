import { basename, dirname, join, relative } from 'node:path'

import {
  attempt,
  findRepository,
  isWithin,
  listWaveFiles,
  openArea,
  otherWorktrees,
  textOf,
} from '@workbench/workspace'

/** What is checked out in a folder; what cannot be read is undefined. */
export interface Checkout {
  readonly branch?: string | undefined
  /** The first digits, if no branch is checked out. */
  readonly commit?: string | undefined
  /** The name or the path of the worktree, if it is not that of the project. */
  readonly worktree?: string | undefined
}

/** An artifact that another worktree of the repository has and the board does not. */
export interface ElsewhereFile extends Checkout {
  readonly wave: string
  readonly agent: string
}

/** Empty if the folder is in no repository. Reads the files of git, without running it. */
export function checkoutOf(folder: string): Checkout {
  const repository = findRepository(folder)
  if (!repository) return {}
  const isLinked = basename(dirname(repository.folder)) === 'worktrees'
  return { ...headOf(repository.folder), ...(isLinked && { worktree: basename(repository.root) }) }
}

/** `branch main, worktree w`; empty if nothing is known. */
export const describeCheckout = ({ branch, commit, worktree }: Checkout): string =>
  Object.entries({ branch, commit, worktree })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    .join(', ')

/** `tester in w2: branch fixes, worktree ../fixes`. */
export const describeElsewhere = (file: ElsewhereFile): string =>
  `${file.agent} in ${file.wave}: ${describeCheckout(file)}`

const DIGITS = 8

function headOf(gitFolder: string): Checkout {
  const head = textOf(join(gitFolder, 'HEAD')) ?? ''
  const [, branch, commit] = /^(?:ref: refs\/heads\/(.+)|([\da-f]{40,64}))$/.exec(head) ?? []
  return { branch, commit: commit?.slice(0, DIGITS) }
}

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
  return otherWorktrees(repository.root).flatMap((worktree) => {
    const checkout = { ...checkoutOf(worktree), worktree: relative(root, worktree) }
    const counterpart = join(worktree, relative(repository.root, folder))
    return (attempt(() => listWaveFiles(openArea(worktree), counterpart)) ?? [])
      .filter(({ wave, agent }) => !known.has(join(wave, agent)))
      .map(({ wave, agent }) => ({ wave, agent, ...checkout }))
  })
}
