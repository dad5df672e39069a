import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { addNone, findings, removeInfo } from './changes.ts'
import { contract, ContractProject } from './project.ts'
import { type Result, workbench } from '../support/run-workbench.ts'

const ADVICE = 'run git fetch --unshallow, or set fetch-depth: 0 in CI'

const commitFile = (project: ContractProject, file: string) => {
  writeFileSync(join(project.root, file), file)
  project.commit(file)
}

/**
 * `main` and `topic` have the commit "Wider" in common, whose change `topic` reverts. `topic` also merges the branch
 * `side`, which begins before that commit: a shallow clone can have its beginning in common, but not "Wider".
 */
function branched(): ContractProject {
  const project = findings()
  commitFile(project, 'second.txt')
  commitFile(project, 'third.txt')
  project.git('branch', 'side')
  project.edit('finding.v1', addNone)
  project.commit('Wider')
  project.git('checkout', '--quiet', '-b', 'topic')
  commitFile(project, 'topic.txt')
  project.write('finding.v1', contract('finding.v1'))
  project.commit('Narrower')
  project.git('checkout', '--quiet', 'side')
  commitFile(project, 'side.txt')
  project.git('checkout', '--quiet', 'main')
  commitFile(project, 'main.txt')
  project.git('checkout', '--quiet', 'topic')
  project.git('merge', '--quiet', '-m', 'Merge', 'side')
  return project
}

/** Fetches some commits of each branch, and checks out `topic`. */
function shallowClone(project: ContractProject, depth: number): ContractProject {
  const clone = new ContractProject([])
  const branches = ['main', 'topic'].map((branch) => `${branch}:refs/remotes/origin/${branch}`)
  clone.git('init', '--quiet')
  clone.git('fetch', '--quiet', `--depth=${depth}`, `file://${project.root}`, ...branches)
  clone.git('checkout', '--quiet', '-b', 'topic', 'refs/remotes/origin/topic')
  return clone
}

const gate = (project: ContractProject, ...args: readonly string[]): Promise<Result> =>
  workbench(['contracts', 'gate', '--schemas', 'schemas', ...args], { cwd: project.root })

describe('workbench contracts gate in a shallow clone', () => {
  it('returns the status of the full clone, or 2 with the advice to fetch all commits', async () => {
    const project = branched()
    const full = await gate(project, '--against', 'main')
    const results = await Promise.all(
      [1, 2, 3, 4, 9].map((depth) => gate(shallowClone(project, depth), '--against', 'origin/main')),
    )
    expect([full, ...results].map(({ status }) => status)).toEqual([1, 2, 2, 2, 1, 1])
    const stopped = results.filter(({ status }) => status === 2)
    expect(stopped.map(({ stderr }) => stderr)).toEqual([
      expect.stringContaining(`have no commit in common; the history is incomplete`),
      expect.stringContaining(`have no commit in common; the history is incomplete`),
      expect.stringContaining('The last common commit of "origin/main" and HEAD is not certain'),
    ])
    for (const { stderr } of stopped) expect(stderr).toContain(ADVICE)
  })

  it.each(['HEAD', 'HEAD^1', 'HEAD^2'])(
    'compares with %s, an ancestor that the clone has',
    async (commit) => {
      const clone = shallowClone(branched(), 2)
      const unchanged = await gate(clone, '--against', commit)
      clone.edit('finding.v1', removeInfo)
      const changed = await gate(clone, '--against', commit)
      expect([unchanged.status, changed.status]).toEqual([0, 1])
    },
  )

  it.each([
    ['a commit that the clone lacks', ['--against', 'HEAD~3']],
    ['every version', ['--history']],
  ])('exits with 2 for %s', async (_, args) => {
    const { status, stderr } = await gate(shallowClone(branched(), 2), ...args)
    expect(status).toBe(2)
    expect(stderr).toContain(ADVICE)
  })
})
