import { workbench } from '../support/run-workbench.ts'
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

  it('compares with the only directory that has contracts of the same names, unless the directory itself is named', async () => {
    const project = findings()
    const second = new ContractProject(['finding.v1'], { root: project.root, below: 'second' })
    second.edit('finding.v1', removeInfo)
    const expectBreaking = async () => {
      for (const result of await both(second))
        expect(changesIn(result)).toEqual(['finding.v1 breaking /severity', 'review.v1 breaking '])
    }
    await expectBreaking()
    for (const result of await both(second, '--old-directory', 'second'))
      expect(changesIn(result)).toEqual([])
    project.git('checkout', '--quiet', '-b', 'side')
    second.commit('A second directory, while the first one stays')
    await expectBreaking()
    const args = ['contracts', 'gate', '--against', 'main', '--schemas', 'second']
    const { stdout } = await workbench(args, { cwd: project.root })
    expect(stdout).toMatch(/^breaking: 2 changes in \S+second since main, where it was in schemas$/m)
  })

  it('does not take a directory that no commit has for the old one', async () => {
    const project = findings()
    const moved = new ContractProject(['finding.v1'], { root: project.root, below: 'contracts' })
    moved.edit('finding.v1', removeInfo)
    for (const result of await both(moved, '--old-directory', 'nowhere'))
      expect(changesIn(result)).toEqual(['finding.v1 breaking /severity', 'review.v1 breaking '])
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
        /contracts has no contracts in \w{12}, but other, schemas have; .* --old-directory, /,
      )
      expect(status).toBe(2)
    }
    for (const result of await both(moved, '--old-directory', 'schemas'))
      expect(changesIn(result)).toEqual(BREAKING)
  })
})
