import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { addNone, changesIn, findings, gate, parseComparison, removeInfo } from './changes.ts'
import { contract, ContractProject, edited } from './project.ts'
import { workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

describe('workbench contracts gate', () => {
  it('compares with contracts that were in the old directory that is named', async () => {
    const project = findings()
    const before = project.git('rev-parse', 'HEAD')
    project.git('mv', 'schemas', 'contracts')
    const moved = new ContractProject([], { root: project.root, below: 'contracts' })
    moved.edit('finding.v1', (schema) =>
      Object.assign(schema, { required: [...schema.required, 'category'] }),
    )
    moved.commit('moved and tightened')
    const [against, history] = await Promise.all(
      [['--against', before], ['--history']].map((args) =>
        gate(moved, ...args, '--old-directory', 'schemas'),
      ),
    )
    expect([against?.status, history?.status]).toEqual([1, 1])
    expect(against && parseComparison(against)).toMatchObject({ verdict: 'breaking' })
  })

  it('exits with 2 if the project has no contracts of its own', async () => {
    const { status, stderr } = await workbench(['contracts', 'gate', '--history'], {
      cwd: temporaryDirectory(),
    })
    expect(status).toBe(2)
    expect(stderr).toContain('This project has no contracts of its own')
  })

  it('exits with 0 for unchanged contracts', async () => {
    const project = findings()
    const [against, history, text] = await Promise.all([
      gate(project, '--against', 'HEAD'),
      gate(project, '--history'),
      workbench(['contracts', 'gate', '--schemas', 'schemas', '--against', 'main'], { cwd: project.root }),
    ])
    const nothing = { status: 0, stdout: '{"verdict":"compatible","changes":[]}\n', stderr: '' }
    expect([against, history]).toEqual([nothing, nothing])
    expect(text).toEqual({ status: 0, stdout: `compatible: ${project.directory} since main\n`, stderr: '' })
  })

  it('reports an uncommitted breaking change, with counterexamples, in the contract and in those that refer to it', async () => {
    const project = findings()
    project.edit('finding.v1', removeInfo)
    const [against, history] = await Promise.all([
      gate(project, '--against', 'HEAD'),
      gate(project, '--history'),
    ])
    for (const result of [against, history]) {
      expect(result.status).toBe(1)
      expect(changesIn(result)).toEqual([
        'finding.v1 breaking /severity',
        'review.v1 breaking /findings/0/severity',
      ])
      expect(parseComparison(result).changes[0]?.counterexample).toMatchObject({
        schema: 'finding.v1',
        severity: 'info',
      })
      expect(parseComparison(result).changes[1]?.counterexample).toMatchObject({
        schema: 'review.v1',
        findings: [{ severity: 'info' }],
      })
    }
  })

  it('reports a committed breaking change with --against an earlier commit and with --history', async () => {
    const project = findings()
    const first = project.git('rev-parse', 'HEAD')
    project.edit('finding.v1', removeInfo)
    project.commit('Narrower')
    project.commit('Something else')
    const [against, ancestor, history, same] = await Promise.all([
      gate(project, '--against', first),
      gate(project, '--against', 'HEAD~2'),
      gate(project, '--history'),
      gate(project, '--against', 'HEAD'),
    ])
    expect([against.status, ancestor.status, history.status, same.status]).toEqual([1, 1, 1, 0])
    expect(changesIn(against)).toEqual(changesIn(history))
  })

  it('ignores schema files of other directories in a commit that has no contracts', async () => {
    const project = new ContractProject(['risk.v1'], { below: 'other' }).init()
    const added = new ContractProject(['finding.v1'], { root: project.root, below: 'schemas' })
    expect((await gate(added, '--against', 'HEAD')).status).toBe(0)
  })

  it('deletes its temporary directories', async () => {
    const project = findings()
    project.write('torn.v1', '{')
    project.commit('Torn')
    project.remove('torn.v1')
    const TMPDIR = temporaryDirectory()
    const args = ['contracts', 'gate', '--schemas', 'schemas', '--history']
    expect((await workbench(args, { cwd: project.root, env: { TMPDIR } })).status).toBe(1)
    expect(readdirSync(TMPDIR)).toEqual([])
  })

  it('compares the contract directory in a hook of a linked working tree', async () => {
    const project = new ContractProject(['finding.v1'])
    // A directory with the same file names, which comes first.
    new ContractProject(['finding.v1'], { root: project.root, below: 'archive' }).edit('finding.v1', addNone)
    project.init()
    const root = join(temporaryDirectory(), 'linked')
    project.git('worktree', 'add', '--quiet', root)
    const GIT_DIR = join(project.root, '.git/worktrees/linked')
    const args = ['contracts', 'gate', '--against', 'HEAD', '--schemas', 'schemas']
    const { status, stdout } = await workbench(args, { cwd: root, env: { GIT_DIR } })
    expect(stdout).toBe(`compatible: ${join(root, 'schemas')} since HEAD\n`)
    expect(status).toBe(0)
  })

  it('exits with 2 if git is not installed', async () => {
    const project = findings()
    const args = ['contracts', 'gate', '--schemas', 'schemas', '--history']
    const { status, stderr } = await workbench(args, { cwd: project.root, env: { PATH: '' } })
    expect(status).toBe(2)
    expect(stderr).toBe(
      'workbench: git is not installed, or not on the path outside of the checkout; install it\n',
    )
  })

  it('accepts relaxed constraints, new major versions and new contracts', async () => {
    const project = findings()
    project.edit('finding.v1', addNone)
    const loose = await gate(project, '--history')
    project.commit('Wider')
    const major = edited('finding.v1', (schema) => {
      removeInfo(schema)
      schema['$id'] = 'finding.v2.schema.json'
      schema.properties['schema'] = {
        const: 'finding.v2',
        description: 'The contract that this artifact follows.',
      }
    })
    project.write('finding.v2', major)
    project.write('fact.v1', contract('fact.v1'))
    const [history, against] = await Promise.all([
      gate(project, '--history'),
      gate(project, '--against', 'HEAD~1'),
    ])
    expect([loose.status, history.status, against.status]).toEqual([0, 0, 0])
  })

  it('reports removed and renamed contracts as breaking', async () => {
    const project = findings()
    project.remove('finding.v1')
    project.remove('review.v1')
    project.write('finding.v2', contract('finding.v1'))
    const result = await gate(project, '--against', 'HEAD')
    expect(result.status).toBe(1)
    expect(parseComparison(result).changes).toEqual(
      ['finding.v1', 'review.v1'].map((id) => ({
        contract: id,
        verdict: 'breaking',
        path: '',
        message: 'the contract was removed',
      })),
    )
  })

  it('compares only the contracts of the directory, which can refer to built-in ones', async () => {
    const project = new ContractProject([])
    const ticket = (...required: string[]) => ({
      required,
      properties: { finding: { $ref: 'finding.v1.schema.json' } },
    })
    project.write('ticket.v1', ticket())
    project.init()
    const results = []
    for (const change of [() => undefined, () => project.write('ticket.v1', ticket('finding'))]) {
      change()
      results.push(await gate(project, '--against', 'HEAD'), await gate(project, '--history'))
    }
    expect(results.map(({ status }) => status)).toEqual([0, 0, 1, 1])
    expect(results.slice(2).map(changesIn)).toEqual([
      ['ticket.v1 breaking /finding'],
      ['ticket.v1 breaking /finding'],
    ])
  })

  it('prints changes as text and as GitHub annotations', async () => {
    const project = findings()
    project.edit('finding.v1', removeInfo)
    const run = (format: string) =>
      workbench(['contracts', 'gate', '--against', 'HEAD', '--schemas', 'schemas', '--format', format], {
        cwd: project.root,
      })
    const [text, github] = await Promise.all([run('text'), run('github')])
    expect([text.status, github.status]).toEqual([1, 1])
    expect(text.stdout).toContain(
      'finding.v1 /severity: breaking: "info" is no longer allowed\n  valid before, invalid now: {',
    )
    expect(text.stdout).toContain(`breaking: 2 changes in ${project.directory} since HEAD\n`)
    expect(text.stdout).toMatch(/ in a new version: workbench contracts new finding --major 2\n$/)
    expect(github.stdout.match(/^::error .*title=(finding|review)\.v1 breaking::/gm)).toHaveLength(2)
  })

  it('names each file of an annotation by its path in the repository', async () => {
    const project = findings()
    project.edit('finding.v1', removeInfo)
    const { stdout } = await workbench(
      ['contracts', 'gate', '--against', 'HEAD', '--schemas', 'schemas', '--format', 'github'],
      { cwd: project.root },
    )
    const files = [...stdout.matchAll(/^::error file=([^,]+)/gm)].map(([, file = '']) => file)
    expect(files).toHaveLength(2)
    expect(files.filter((file) => !existsSync(join(project.root, file)))).toEqual([])
  })

  it.each([
    ['neither --against nor --history', [], /either --against <git ref> or --history/],
    [
      'both --against and --history',
      ['--against', 'HEAD', '--history'],
      /either --against <git ref> or --history, not both/,
    ],
    ['an unknown commit', ['--against', 'nowhere'], /nowhere/],
    ['an option instead of a commit', ['--against=--all'], /--all/],
    ['an empty commit name', ['--against', ''], /value is empty/],
    [
      'a file instead of a commit',
      ['--against', 'HEAD:schemas/finding.v1.schema.json'],
      /There is no commit/,
    ],
  ])('exits with 2 for %s', async (_, args, message) => {
    const { status, stdout, stderr } = await gate(findings(), ...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n +at /)
  })

  it('exits with 2 outside a git repository and in one without commits', async () => {
    const project = new ContractProject(['finding.v1'])
    const outside = await Promise.all([gate(project, '--against', 'HEAD'), gate(project, '--history')])
    project.git('init', '--quiet')
    const unborn = await Promise.all([gate(project, '--against', 'HEAD'), gate(project, '--history')])
    expect([...outside, ...unborn].map(({ status, stdout }) => ({ status, stdout }))).toEqual(
      Array.from({ length: 4 }, () => ({ status: 2, stdout: '' })),
    )
    for (const { stderr } of outside) expect(stderr).toContain('is not in a git repository')
  })

  it('exits with 2 if a current contract is unusable', async () => {
    const project = findings()
    project.write('finding.v1', { ...contract('finding.v1'), minProperties: 1 })
    const { status, stderr } = await gate(project, '--against', 'HEAD')
    expect(status).toBe(2)
    expect(stderr).toContain('finding.v1.schema.json#/minProperties')
  })

  it('reports a change as unknown if the old contract is unusable', async () => {
    const project = findings()
    project.write('finding.v1', { ...contract('finding.v1'), minProperties: 1 })
    project.commit('Torn')
    project.write('finding.v1', contract('finding.v1'))
    const result = await gate(project, '--against', 'HEAD')
    expect(result.status).toBe(1)
    expect(changesIn(result)).toEqual(['finding.v1 unknown ', 'review.v1 unknown '])
  })

  it('exits with 0 for a commit that has no contracts', async () => {
    const project = new ContractProject([])
    writeFileSync(join(project.root, 'README.md'), 'Contracts to come.')
    project.init()
    const first = project.git('rev-parse', 'HEAD')
    project.write('finding.v1', contract('finding.v1'))
    expect((await gate(project, '--against', first)).status).toBe(0)
  })

  it('follows a symbolic link to the schema directory', async () => {
    const project = findings()
    mkdirSync(join(project.root, 'plugins', 'workbench-core'), { recursive: true })
    symlinkSync('../../schemas', join(project.root, 'plugins', 'workbench-core', 'schemas'))
    const run = (...args: string[]) =>
      workbench(['contracts', 'gate', '--format', 'json', '--old-directory', 'schemas', ...args], {
        cwd: project.root,
      })
    expect((await run('--history')).status).toBe(0)
    project.edit('finding.v1', removeInfo)
    const [against, history] = await Promise.all([run('--against', 'HEAD'), run('--history')])
    for (const result of [against, history]) {
      expect(result.status).toBe(1)
      expect(changesIn(result)).toEqual([
        'finding.v1 breaking /severity',
        'review.v1 breaking /findings/0/severity',
      ])
    }
  })

  it.each(['.', 'über uns/con tracts', ':(top)schemas', 'sch[e]mas'])(
    'compares contracts in the directory %j',
    async (below) => {
      const project = new ContractProject(['finding.v1'], { below }).init()
      const unchanged = await Promise.all([gate(project, '--against', 'HEAD'), gate(project, '--history')])
      project.edit('finding.v1', removeInfo)
      const narrowed = await Promise.all([gate(project, '--against', 'HEAD'), gate(project, '--history')])
      expect([...unchanged, ...narrowed].map(({ status, stderr }) => ({ status, stderr }))).toEqual(
        [0, 0, 1, 1].map((status) => ({ status, stderr: '' })),
      )
    },
  )

  it('does not change the repository', async () => {
    const project = findings()
    project.edit('finding.v1', removeInfo)
    const state = () => [
      project.git('status', '--porcelain'),
      project.git('rev-parse', 'HEAD'),
      project.git('worktree', 'list'),
    ]
    const before = state()
    await Promise.all([gate(project, '--against', 'HEAD'), gate(project, '--history')])
    expect(state()).toEqual(before)
  })
})
