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

  it('exits with 2 and names the only directory that has contracts of the same names', async () => {
    const project = findings()
    const second = new ContractProject(['finding.v1'], { root: project.root, below: 'second' })
    second.edit('finding.v1', removeInfo)
    for (const { status, stderr } of await both(second)) {
      expect(stderr).toMatch(
        /second has no contracts in \w{12}, but contracts of the same names are in schemas; if they were moved, add --old-directory "schemas", else --old-directory "second"\n/,
      )
      expect(status).toBe(2)
    }
    for (const result of await both(second, '--old-directory', 'schemas'))
      expect(changesIn(result)).toEqual(['finding.v1 breaking /severity', 'review.v1 breaking '])
    for (const result of await both(second, '--old-directory', 'second'))
      expect(changesIn(result)).toEqual([])
  })

  it('does not take a directory that no commit has for the old one', async () => {
    const project = findings()
    const moved = new ContractProject(['finding.v1'], { root: project.root, below: 'contracts' })
    moved.edit('finding.v1', removeInfo)
    for (const { status, stderr } of await both(moved, '--old-directory', 'nowhere')) {
      expect(stderr).toContain('contracts of the same names are in schemas')
      expect(status).toBe(2)
    }
  })

  it('compares with all directories that are named, of which each commit has one', async () => {
    const project = findings()
    project.git('mv', 'schemas', 'second')
    project.commit('Moved')
    new ContractProject(['finding.v1'], { root: project.root, below: 'fixtures' }).commit('Fixture')
    project.git('mv', 'second', 'third')
    const moved = directoryOf(project, 'third')
    moved.edit('finding.v1', removeInfo)
    moved.commit('Moved again, and narrower')
    const named = ['second', 'schemas'].flatMap((name) => ['--old-directory', name])
    expect((await gate(moved, '--history')).status).toBe(2)
    expect(changesIn(await gate(moved, '--history', ...named))).toEqual(BREAKING)
  })

  it('compares with the one that is named, and not with a fixture that has the same names', async () => {
    const project = findings()
    const other = new ContractProject(['finding.v1', 'review.v1'], { root: project.root, below: 'other' })
    other.edit('finding.v1', removeInfo)
    other.commit('A fixture')
    project.git('mv', 'schemas', 'contracts')
    const moved = directoryOf(project, 'contracts')
    moved.edit('finding.v1', removeInfo)
    for (const { status, stderr } of await both(moved)) {
      expect(stderr).toMatch(
        /contracts has no contracts in \w{12}, but contracts of the same names are in other, schemas; /,
      )
      expect(status).toBe(2)
    }
    for (const result of await both(moved, '--old-directory', 'schemas'))
      expect(changesIn(result)).toEqual(BREAKING)
  })
})
