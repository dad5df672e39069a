import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { openArea, readMemory } from '@workbench/workspace'

import { commit, git } from '@workbench/test-support/git-repository'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { contracts, newProject } from '../project.ts'
import { inBranch, newRepository, pathOf, statesOf, write } from './repository.ts'

/** A repository whose committed fact is corrected by one that is not committed. */
function newCorrection() {
  const { root, id } = newRepository()
  return { root, id, correction: write(root, { supersedes: id }) }
}

type Case = [string, (root: string, file: string) => void]

const deletions: Case[] = [
  ['before it was committed', (_, file) => rmSync(file)],
  ['after it was staged', (root, file) => (git(root, 'add', '.'), rmSync(file))],
  ['after it was committed', (root, file) => (commit(root), rmSync(file))],
  ['by git rm', (root, file) => (commit(root), git(root, 'rm', '--quiet', file))],
  ['by a commit', (root, file) => (commit(root), rmSync(file), commit(root))],
  [
    'before the first commit',
    (root, file) => {
      rmSync(join(root, '.git'), { recursive: true })
      git(root, 'init', '--quiet')
      rmSync(file)
    },
  ],
  ['without a repository', (root, file) => (rmSync(join(root, '.git'), { recursive: true }), rmSync(file))],
  ['together with the memory', (root) => rmSync(join(root, '.workbench/memory'), { recursive: true })],
]

describe('a fact whose file is deleted is reported, and what it superseded is not current again:', () => {
  it.each(deletions)('%s', (_, remove) => {
    const { root, correction } = newCorrection()
    remove(root, pathOf(root, correction))
    const { [correction]: state, ...others } = statesOf(root)
    expect(state).toBe('deleted')
    expect(Object.values(others)).not.toContain('current')
    expect(readMemory(openArea(root), contracts).at(-1)?.problem).toContain(
      `its file was deleted; restore it, or run: workbench facts withdraw ${correction}`,
    )
  })

  it('with a record of an earlier version, which does not say what it superseded', () => {
    const { root, id, correction } = newCorrection()
    const records = join(root, '.workbench/records')
    for (const name of readdirSync(records)) writeFileSync(join(records, name), '')
    rmSync(pathOf(root, correction))
    expect(statesOf(root)).toEqual({ [id]: 'current', [correction]: 'deleted' })
  })

  it('in a worktree of a project that is a folder of a repository', () => {
    const { root } = newRepository()
    const project = join(root, 'a [b]', ':(top)c')
    mkdirSync(project, { recursive: true })
    const id = write(project)
    commit(root)
    const worktree = join(temporaryFolder(), 'worktree')
    git(root, 'worktree', 'add', '--quiet', worktree)
    const linked = join(worktree, 'a [b]', ':(top)c')
    expect(statesOf(linked)).toEqual({ [id]: 'current' })
    rmSync(pathOf(linked, id))
    expect(statesOf(linked)).toEqual({ [id]: 'deleted' })
    git(worktree, 'switch', '--quiet', '--orphan', 'empty')
    mkdirSync(linked, { recursive: true })
    expect(statesOf(linked)).toEqual({})
  })
})

describe('a fact that git has elsewhere is not reported as deleted:', () => {
  const excursions: [string, (root: string) => void][] = [
    ['another branch', (root) => git(root, 'switch', '--quiet', '--create', 'other', 'HEAD~1')],
    ['a detached commit', (root) => git(root, 'checkout', '--quiet', 'HEAD~1')],
    ['a branch without commits', (root) => git(root, 'switch', '--quiet', '--orphan', 'empty')],
    ['a commit that was reset', (root) => git(root, 'reset', '--quiet', '--hard', 'HEAD~1')],
  ]

  it.each(excursions)('%s', (_, leave) => {
    const { root, correction } = newCorrection()
    commit(root)
    leave(root)
    expect(statesOf(root)).not.toHaveProperty(correction)
  })

  it.each([
    ['a stash', () => undefined],
    ['a stash of what was staged', (root: string) => git(root, 'add', '.')],
  ])('%s', (_, prepare) => {
    const { root, id, correction } = newCorrection()
    prepare(root)
    git(root, 'stash', 'push', '--quiet', '--include-untracked')
    expect(statesOf(root)).toEqual({ [id]: 'current' })
    writeFileSync(join(root, 'other'), '')
    git(root, 'stash', 'push', '--quiet', '--include-untracked')
    expect(statesOf(root)).toEqual({ [id]: 'current' })
    git(root, 'stash', 'pop', '--quiet', '--index', 'stash@{1}')
    expect(statesOf(root)).toEqual({ [id]: 'superseded', [correction]: 'current' })
  })

  it.each(['sha1', 'sha256'])('a branch of a repository with %s', (format) => {
    const { root, id } = newRepository('--object-format', format)
    inBranch(root, 'other', () => write(root))
    expect(statesOf(root)).toEqual({ [id]: 'current' })
    rmSync(pathOf(root, id))
    expect(statesOf(root)).toEqual({ [id]: 'deleted' })
  })

  it('files that a sparse checkout leaves out', () => {
    const { root } = newCorrection()
    commit(root)
    git(root, 'sparse-checkout', 'set', '--no-cone', '/*', '!/.workbench/memory/')
    expect(statesOf(root)).toEqual({})
  })
})

it('a fact that was renamed is reported once, with the name that it must have', () => {
  const { root } = newProject()
  const id = write(root)
  renameSync(pathOf(root, id), pathOf(root, 'fact-0099'))
  expect(statesOf(root)).toEqual({ 'fact-0099': 'invalid' })
})

it('a file of the records that is named like one, but for no fact, reports nothing', () => {
  const { root } = newProject()
  const id = write(root)
  for (const name of ['notes', 'x.y', `x.${'0'.repeat(64)}`, `fact-1.${'0'.repeat(64)}`])
    writeFileSync(join(root, '.workbench/records', name), '{')
  expect(statesOf(root)).toEqual({ [id]: 'current' })
})
