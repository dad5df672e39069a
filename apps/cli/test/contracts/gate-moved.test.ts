import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { changesIn, findings, gate, removeInfo } from './changes.ts'
import { contract, ContractProject } from './project.ts'

const BREAKING = ['finding.v1 breaking /severity', 'review.v1 breaking /findings/0/severity']

/** Opens another directory of the same repository. */
const directoryOf = (project: ContractProject, below: string) =>
  new ContractProject([], { root: project.root, below })

describe('workbench contracts gate --against', () => {
  it('compares with the last common commit, not with what main gained since', async () => {
    const project = findings()
    project.git('checkout', '--quiet', '-b', 'side')
    project.git('checkout', '--quiet', 'main')
    project.write('fact.v1', contract('fact.v1'))
    project.commit('Another contract')
    project.git('checkout', '--quiet', 'side')
    expect(changesIn(await gate(project, '--against', 'main'))).toEqual([])
    project.edit('finding.v1', removeInfo)
    expect(changesIn(await gate(project, '--against', 'main'))).toEqual(BREAKING)
  })

  it('exits with 2 if there is no common commit', async () => {
    const project = findings()
    project.git('checkout', '--quiet', '--orphan', 'other')
    project.commit('Unrelated')
    const { status, stderr } = await gate(project, '--against', 'main')
    expect(stderr).toContain('"main" and HEAD have no commit in common')
    expect(status).toBe(2)
  })
})

describe('workbench contracts gate of a directory that an earlier commit does not have', () => {
  const both = (project: ContractProject, ...args: readonly string[]) =>
    Promise.all([gate(project, '--against', 'main', ...args), gate(project, '--history', ...args)])

  it('does not compare a new directory with another one that is still there', async () => {
    const project = findings()
    const second = new ContractProject(['finding.v1'], { root: project.root, below: 'second' })
    second.edit('finding.v1', removeInfo)
    for (const result of await both(second)) expect(changesIn(result)).toEqual([])
    second.commit('A second directory')
    for (const result of await both(second)) expect(changesIn(result)).toEqual([])
  })

  it('does not compare a moved directory with a fixture that has the same names', async () => {
    const root = findings().root
    const fixture = new ContractProject(['finding.v1', 'review.v1'], { root, below: 'fixtures' })
    fixture.edit('finding.v1', removeInfo)
    fixture.commit('Fixture')
    fixture.git('mv', 'schemas', 'contracts')
    const moved = directoryOf(fixture, 'contracts')
    moved.edit('finding.v1', removeInfo)
    for (const result of await both(moved)) expect(changesIn(result)).toEqual(BREAKING)
    fixture.git('reset', '--quiet')
    for (const result of await both(moved)) expect(changesIn(result)).toEqual(BREAKING)
  })

  it('exits with 2 if it cannot be told which of two was moved, unless one is named', async () => {
    const project = findings()
    const other = new ContractProject(['finding.v1', 'review.v1'], { root: project.root, below: 'other' })
    other.commit('Another one')
    project.git('mv', 'schemas', 'contracts')
    rmSync(join(project.root, 'other'), { recursive: true })
    const moved = directoryOf(project, 'contracts')
    moved.edit('finding.v1', removeInfo)
    for (const { status, stderr } of await both(moved)) {
      expect(stderr).toMatch(
        /^workbench: contracts can have been each of other, schemas in \w{12}; name .*--old-directory$/m,
      )
      expect(status).toBe(2)
    }
    for (const result of await both(moved, '--old-directory', 'schemas'))
      expect(changesIn(result)).toEqual(BREAKING)
  })
})
