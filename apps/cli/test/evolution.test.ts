import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { contract, ContractProject, edited, newDirectory, type Schema } from './contract-project.ts'
import { type Result, repository, workbench } from './run-workbench.ts'

interface Change {
  readonly contract: string
  readonly verdict: string
  readonly path: string
  readonly message: string
  readonly counterexample?: unknown
  readonly before?: string
  readonly after?: string
}

interface Comparison {
  readonly verdict: string
  readonly changes: readonly Change[]
}

const jsonOf = ({ stdout }: Result): Comparison => JSON.parse(stdout) as Comparison

/** The changes, as short as they can be told. */
const told = (ending: Result): string[] =>
  jsonOf(ending).changes.map(({ contract, verdict, path }) => `${contract} ${verdict} ${path}`)

const withoutInfo = (schema: Schema) => {
  schema.properties['severity'] = { enum: ['critical', 'high', 'medium', 'low'], description: 'How bad.' }
}
const withNone = (schema: Schema) => {
  schema.properties['severity'] = {
    enum: ['critical', 'high', 'medium', 'low', 'info', 'none'],
    description: 'How bad.',
  }
}
const withIds = (pattern: string) => (schema: Schema) => {
  schema.properties['id'] = { type: 'string', pattern, description: 'Number of the fact.' }
}

describe('workbench contracts diff', () => {
  const diff = (old: string, young: string, format: string, cwd?: string) =>
    workbench(['contracts', 'diff', old, young, '--format', format], cwd === undefined ? {} : { cwd })

  /** Two directories with the contracts, of which the second was edited. */
  function directories(ids: readonly string[]): {
    root: string
    old: ContractProject
    young: ContractProject
  } {
    const root = newDirectory()
    return {
      root,
      old: new ContractProject(ids, { root, below: 'old' }),
      young: new ContractProject(ids, { root, below: 'new' }),
    }
  }

  const file = (directory: string, id = 'finding.v1') => join(directory, `${id}.schema.json`)

  it('finds a file and a directory compatible with itself', async () => {
    const { root } = directories(['finding.v1', 'review.v1'])
    const [files, both] = await Promise.all([
      diff(file('old'), file('new'), 'text', root),
      diff('old', 'new', 'text', root),
    ])
    expect(files).toEqual({ status: 0, stdout: `compatible: ${file('old')} → ${file('new')}\n`, stderr: '' })
    expect(both).toEqual({ status: 0, stdout: 'compatible: old → new\n', stderr: '' })
  })

  it('says nothing but the verdict in JSON where all is well', async () => {
    const { root, young } = directories(['finding.v1'])
    young.edit('finding.v1', withNone)
    expect(await diff('old', 'new', 'json', root)).toEqual({
      status: 0,
      stdout: '{"verdict":"compatible","changes":[]}\n',
      stderr: '',
    })
  })

  it('prints a breaking change with its counterexample and both places', async () => {
    const { root, young } = directories(['finding.v1'])
    young.edit('finding.v1', withoutInfo)
    const { status, stdout, stderr } = await diff(file('old'), file('new'), 'text', root)
    const lines = stdout.trimEnd().split('\n')
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(lines).toHaveLength(5)
    expect(lines[0]).toBe('finding.v1 /severity: breaking: "info" is no longer allowed')
    expect(lines[1]).toMatch(/^ {2}was valid, is not now: \{.*"severity":"info".*\}$/)
    expect(lines[2]).toBe('  before: finding.v1.schema.json#/properties/severity/enum')
    expect(lines[3]).toBe('  now:    finding.v1.schema.json#/properties/severity/enum')
    expect(lines[4]).toBe(`breaking: 1 change in ${file('old')} → ${file('new')}`)
  })

  it('gives JSON of the agreed shape, with an artifact that was valid and is not now', async () => {
    const { root, young } = directories(['finding.v1', 'review.v1'])
    young.edit('finding.v1', withoutInfo)
    const ending = await diff('old', 'new', 'json', root)
    expect({ status: ending.status, stderr: ending.stderr }).toEqual({ status: 1, stderr: '' })
    const rule = 'finding.v1.schema.json#/properties/severity/enum'
    const common = { verdict: 'breaking', message: '"info" is no longer allowed', before: rule, after: rule }
    const { verdict, changes } = jsonOf(ending)
    expect(Object.keys(jsonOf(ending))).toEqual(['verdict', 'changes'])
    expect(verdict).toBe('breaking')
    expect(changes).toEqual([
      { contract: 'finding.v1', path: '/severity', ...common, counterexample: expect.any(Object) as object },
      {
        contract: 'review.v1',
        path: '/findings/0/severity',
        ...common,
        counterexample: expect.any(Object) as object,
      },
    ])
    for (const [index, id] of ['finding.v1', 'review.v1'].entries()) {
      const artifact = join(root, `artifact${index}.json`)
      writeFileSync(artifact, JSON.stringify(changes[index]?.counterexample))
      const [before, after] = await Promise.all(
        ['old', 'new'].map((schemas) =>
          workbench(['validate', id, artifact, '--schemas', schemas], { cwd: root }),
        ),
      )
      expect([before?.status, after?.status]).toEqual([0, 1])
    }
  })

  it('annotates for GitHub', async () => {
    const { root, young } = directories(['finding.v1'])
    young.edit('finding.v1', withoutInfo)
    const { status, stdout } = await diff('old', 'new', 'github', root)
    const [annotation, summary, ...rest] = stdout.trimEnd().split('\n')
    expect(status).toBe(1)
    expect(annotation).toMatch(
      /^::error file=[^,]*finding\.v1\.schema\.json,title=finding\.v1 breaking::\/severity: "info" is no longer allowed$/,
    )
    expect(summary).toBe('breaking: 1 change in old → new')
    expect(rest).toEqual([])
  })

  it('judges a file with those beside it', async () => {
    const { root, young } = directories(['finding.v1', 'review.v1'])
    young.edit('finding.v1', withoutInfo)
    const ending = await diff(file('old', 'review.v1'), file('new', 'review.v1'), 'json', root)
    expect(ending.status).toBe(1)
    expect(told(ending)).toEqual(['review.v1 breaking /findings/0/severity'])
  })

  it('compares two contracts of different names, and calls the change by the new one', async () => {
    const { root } = directories(['finding.v1', 'risk.v1'])
    const ending = await diff(file('old', 'risk.v1'), file('new', 'finding.v1'), 'json', root)
    expect(ending.status).toBe(1)
    expect(jsonOf(ending).verdict).toBe('breaking')
    expect(new Set(jsonOf(ending).changes.map((change) => change.contract))).toEqual(new Set(['finding.v1']))
    expect(jsonOf(ending).changes.map(({ path }) => path)).toContain('/schema')
  })

  it('takes a removed contract as breaking and a new one as fine', async () => {
    const { root, young } = directories(['finding.v1', 'risk.v1'])
    young.remove('risk.v1')
    young.write('fact.v1', contract('fact.v1'))
    const [removed, added] = await Promise.all([
      diff('old', 'new', 'json', root),
      diff('new', 'old', 'json', root),
    ])
    expect([removed.status, added.status]).toEqual([1, 1])
    expect(jsonOf(removed)).toEqual({
      verdict: 'breaking',
      changes: [{ contract: 'risk.v1', verdict: 'breaking', path: '', message: 'the contract was removed' }],
    })
    expect(told(added)).toEqual(['fact.v1 breaking '])
  })

  it('says unknown, without a counterexample, where it cannot tell, and exits with 1', async () => {
    const { root, young } = directories(['fact.v1'])
    young.edit('fact.v1', withIds('^fact-[0-9]{3,}$'))
    const [json, text, github] = await Promise.all(
      ['json', 'text', 'github'].map((format) => diff('old', 'new', format, root)),
    )
    const rule = 'fact.v1.schema.json#/properties/id/pattern'
    expect([json?.status, text?.status, github?.status]).toEqual([1, 1, 1])
    expect(json && jsonOf(json)).toEqual({
      verdict: 'unknown',
      changes: [
        {
          contract: 'fact.v1',
          verdict: 'unknown',
          path: '/id',
          message: expect.stringContaining('could not determine') as string,
          before: rule,
          after: rule,
        },
      ],
    })
    expect(text?.stdout).toMatch(
      /^fact\.v1 \/id: unknown: .*\n {2}before: .*\n {2}now: .*\nunknown: 1 change in old → new\n$/,
    )
    expect(github?.stdout).toMatch(/^::error file=[^,]*fact\.v1\.schema\.json,title=fact\.v1 unknown::\/id: /)
  })

  it.each([
    ['a lookahead', '^(?=fact)fact-[0-9]{4}$', '^(?=fact)fact-[0-9]{4,}$', 'unknown'],
    ['a longer number', '^fact-[0-9]{4,}$', '^fact-[0-9]{5,}$', 'breaking'],
    ['another word', '^fact-[0-9]{4,}$', '^note-[0-9]{4,}$', 'breaking'],
    [
      'a pattern with a lookahead where there was none',
      '^fact-[0-9]{4,}$',
      '^(?!fact-0000)fact-[0-9]{4,}x$',
      'breaking',
    ],
  ])('never calls a changed pattern compatible: %s', async (_, old, young, verdict) => {
    const both = directories(['fact.v1'])
    both.old.edit('fact.v1', withIds(old))
    both.young.edit('fact.v1', withIds(young))
    const ending = await diff('old', 'new', 'json', both.root)
    expect({ status: ending.status, verdict: jsonOf(ending).verdict }).toEqual({ status: 1, verdict })
  })

  it.each([
    ['a path that is not there', ['missing', 'new'], /There is no .*missing/],
    ['a new path that is not there', ['old', 'missing'], /There is no .*missing/],
    ['a file and a directory', ['old/finding.v1.schema.json', 'new'], /Compare two files or two directories/],
    ['a directory and a file', ['old', 'new/finding.v1.schema.json'], /Compare two files or two directories/],
    [
      'a file of another kind',
      ['old/finding.v1.schema.json', 'new/notes.json'],
      /notes\.json is not named <noun>\.v<major>\.schema\.json/,
    ],
    [
      'a misnamed contract',
      ['old/finding.v1.schema.json', 'new/Finding.schema.json'],
      /<noun>\.v<major>\.schema\.json/,
    ],
    [
      'a contract that is not JSON',
      ['old/finding.v1.schema.json', 'new/torn.v1.schema.json'],
      /torn\.v1\.schema\.json/,
    ],
    ['one path', ['old'], /Not enough non-option arguments/],
    ['three paths', ['old', 'new', 'old'], /Unknown/],
    ['a format that there is not', ['old', 'new', '--format', 'sarif'], /"text", "json", "github"/],
  ])('exits with 2 for %s', async (_, args, message) => {
    const { root, young } = directories(['finding.v1'])
    young.writeFile('notes.json', '{}')
    young.writeFile('Finding.schema.json', JSON.stringify(contract('finding.v1')))
    young.write('torn.v1', '{')
    const { status, stdout, stderr } = await workbench(['contracts', 'diff', ...args], { cwd: root })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n +at /)
  })

  it('exits with 2 where a contract of the new directory cannot be used', async () => {
    const { root, young } = directories(['finding.v1', 'review.v1'])
    young.write('finding.v1', { ...contract('finding.v1'), minProperties: 1 })
    const { status, stdout, stderr } = await diff('old', 'new', 'json', root)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('finding.v1.schema.json#/minProperties')
  })
})

describe('workbench contracts gate', () => {
  const gate = (project: ContractProject, ...args: readonly string[]) =>
    workbench(['contracts', 'gate', '--schemas', project.directory, '--format', 'json', ...args], {
      cwd: project.root,
    })

  const findings = () => new ContractProject(['finding.v1', 'review.v1']).committed()

  it('finds the contracts again where they stood in another folder', async () => {
    const project = findings()
    const before = project.git('rev-parse', 'HEAD')
    project.git('mv', 'schemas', 'contracts')
    const moved = new ContractProject([], { root: project.root, below: 'contracts' })
    moved.edit('finding.v1', (schema) =>
      Object.assign(schema, { required: [...schema.required, 'category'] }),
    )
    moved.commit('moved and tightened')
    const [against, history] = await Promise.all([gate(moved, '--against', before), gate(moved, '--history')])
    expect([against.status, history.status]).toEqual([1, 1])
    expect(jsonOf(against)).toMatchObject({ verdict: 'breaking' })
  })

  it('refuses to judge the contracts inside the package', async () => {
    const { status, stderr } = await workbench(['contracts', 'gate', '--history'], { cwd: newDirectory() })
    expect(status).toBe(2)
    expect(stderr).toContain('There are no contracts of a project here')
  })

  it('lets pass what is as it was', async () => {
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

  it('stops a breaking edit that is not committed, with a counterexample, and what refers to it', async () => {
    const project = findings()
    project.edit('finding.v1', withoutInfo)
    const [against, history] = await Promise.all([
      gate(project, '--against', 'HEAD'),
      gate(project, '--history'),
    ])
    for (const ending of [against, history]) {
      expect(ending.status).toBe(1)
      expect(told(ending)).toEqual([
        'finding.v1 breaking /severity',
        'review.v1 breaking /findings/0/severity',
      ])
      expect(jsonOf(ending).changes[0]?.counterexample).toMatchObject({
        schema: 'finding.v1',
        severity: 'info',
      })
      expect(jsonOf(ending).changes[1]?.counterexample).toMatchObject({
        schema: 'review.v1',
        findings: [{ severity: 'info' }],
      })
    }
  })

  it('stops a breaking edit that is committed, against an earlier commit and in the history', async () => {
    const project = findings()
    const first = project.git('rev-parse', 'HEAD')
    project.edit('finding.v1', withoutInfo)
    project.commit('Narrower')
    project.commit('Something else')
    const [against, ancestor, history, same] = await Promise.all([
      gate(project, '--against', first),
      gate(project, '--against', 'HEAD~2'),
      gate(project, '--history'),
      gate(project, '--against', 'HEAD'),
    ])
    expect([against.status, ancestor.status, history.status, same.status]).toEqual([1, 1, 1, 0])
    expect(told(against)).toEqual(told(history))
  })

  it('remembers in the history what stood for one commit only', async () => {
    const project = findings()
    project.edit('finding.v1', withNone)
    project.commit('Wider')
    project.write('finding.v1', contract('finding.v1'))
    project.commit('As before')
    const [first, history] = await Promise.all([
      gate(project, '--against', 'HEAD~2'),
      gate(project, '--history'),
    ])
    expect([first.status, history.status]).toEqual([0, 1])
    expect(jsonOf(history).changes[0]).toMatchObject({ counterexample: { severity: 'none' } })
  })

  it('remembers in the history what stood on a branch whose merge undid it', async () => {
    const project = findings()
    project.git('checkout', '--quiet', '-b', 'side')
    writeFileSync(join(project.root, 'README.md'), 'Aside.')
    project.commit('Aside')
    project.git('checkout', '--quiet', 'main')
    project.edit('finding.v1', withNone)
    const wider = project.commit('Wider')
    project.git('checkout', '--quiet', 'side')
    project.git('merge', '--quiet', '--no-commit', '--strategy', 'ours', 'main')
    project.commit('Merge, and undo')
    const [against, history] = await Promise.all([
      gate(project, '--against', wider),
      gate(project, '--history'),
    ])
    expect(against.status).toBe(1)
    expect(told(history)).toEqual(told(against))
    expect(history.status).toBe(1)
  })

  it('tells a change once, however many versions it concerns', async () => {
    const project = findings()
    project.edit('finding.v1', (schema) => (schema['description'] = 'In other words.'))
    project.commit('Other words')
    project.edit('finding.v1', withoutInfo)
    expect(told(await gate(project, '--history'))).toEqual([
      'finding.v1 breaking /severity',
      'review.v1 breaking /findings/0/severity',
    ])
  })

  it('does not call a shallow clone the whole history', async () => {
    const project = findings()
    project.edit('finding.v1', withoutInfo)
    project.commit('Narrower')
    const clone = newDirectory()
    project.git('clone', '--quiet', '--depth', '1', `file://${project.root}`, clone)
    const { status } = await workbench(['contracts', 'gate', '--history', '--schemas', 'schemas'], {
      cwd: clone,
    })
    expect(status).not.toBe(0)
  })

  it('lets a loosening pass, committed or not, and new majors and new contracts', async () => {
    const project = findings()
    project.edit('finding.v1', withNone)
    const loose = await gate(project, '--history')
    project.commit('Wider')
    const major = edited('finding.v1', (schema) => {
      withoutInfo(schema)
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

  it('stops a removed and a renamed contract', async () => {
    const project = findings()
    project.remove('finding.v1')
    project.remove('review.v1')
    project.write('finding.v2', contract('finding.v1'))
    const ending = await gate(project, '--against', 'HEAD')
    expect(ending.status).toBe(1)
    expect(jsonOf(ending).changes).toEqual(
      ['finding.v1', 'review.v1'].map((id) => ({
        contract: id,
        verdict: 'breaking',
        path: '',
        message: 'the contract was removed',
      })),
    )
  })

  it('writes text and annotations', async () => {
    const project = findings()
    project.edit('finding.v1', withoutInfo)
    const run = (format: string) =>
      workbench(['contracts', 'gate', '--against', 'HEAD', '--schemas', 'schemas', '--format', format], {
        cwd: project.root,
      })
    const [text, github] = await Promise.all([run('text'), run('github')])
    expect([text.status, github.status]).toEqual([1, 1])
    expect(text.stdout).toContain(
      'finding.v1 /severity: breaking: "info" is no longer allowed\n  was valid, is not now: {',
    )
    expect(text.stdout).toContain(`breaking: 2 changes in ${project.directory} since HEAD\n`)
    expect(github.stdout.match(/^::error .*title=(finding|review)\.v1 breaking::/gm)).toHaveLength(2)
  })

  it('annotates the file where it stands in the repository', async () => {
    const project = findings()
    project.edit('finding.v1', withoutInfo)
    const { stdout } = await workbench(
      ['contracts', 'gate', '--against', 'HEAD', '--schemas', 'schemas', '--format', 'github'],
      { cwd: project.root },
    )
    const files = [...stdout.matchAll(/^::error file=([^,]+)/gm)].map(([, file = '']) => file)
    expect(files).toHaveLength(2)
    expect(files.filter((file) => !existsSync(join(project.root, file)))).toEqual([])
  })

  describe('and what was acknowledged', () => {
    const rule = 'fact.v1.schema.json#/properties/id/pattern'
    const message =
      'must match ^fact-[0-9]{3,}$; previously "^fact-[0-9]{4,}$"; could not determine whether it rejects a previously valid string'
    const entry = { contract: 'fact.v1', after: rule, message, reason: 'Shorter numbers are allowed too.' }
    const reviewed = JSON.stringify([entry])

    function facts(pattern: string): ContractProject {
      const project = new ContractProject(['fact.v1']).committed()
      project.edit('fact.v1', withIds(pattern))
      return project
    }

    it('stops what cannot be told, until it is acknowledged', async () => {
      const project = facts('^fact-[0-9]{3,}$')
      const before = await gate(project, '--against', 'HEAD')
      expect(before.status).toBe(1)
      expect(jsonOf(before)).toMatchObject({
        verdict: 'unknown',
        changes: [{ contract: 'fact.v1', path: '/id', after: rule }],
      })
      project.writeFile('acknowledged.json', reviewed)
      const [against, history, lint] = await Promise.all([
        gate(project, '--against', 'HEAD'),
        gate(project, '--history'),
        workbench(['contracts', 'lint', '--schemas', project.directory]),
      ])
      expect([against.status, history.status, lint.status]).toEqual([0, 0, 0])
      expect(jsonOf(against)).toEqual({ verdict: 'compatible', changes: [] })
    })

    it('reads another file where one is named', async () => {
      const project = facts('^fact-[0-9]{3,}$')
      writeFileSync(join(project.root, 'reviewed.json'), reviewed)
      const [named, missing] = await Promise.all(
        ['reviewed.json', 'missing.json'].map((name) =>
          gate(project, '--against', 'HEAD', '--acknowledged', name),
        ),
      )
      expect([named?.status, missing?.status]).toEqual([0, 2])
      expect(missing?.stderr).toContain('missing.json')
    })

    it('acknowledges one change of one rule of one contract', async () => {
      const project = facts('^fact-[0-9]{3,}$')
      for (const other of [
        { ...entry, contract: 'finding.v1' },
        { ...entry, after: rule.replace('/id/', '/title/') },
        { ...entry, message: message.replace('{3,}', '{2,}') },
      ]) {
        project.writeFile('acknowledged.json', JSON.stringify([other]))
        expect((await gate(project, '--against', 'HEAD')).status).toBe(1)
      }
    })

    it('cannot acknowledge what is proved to break', async () => {
      const project = facts('^fact-[0-9]{9,}$')
      project.writeFile('acknowledged.json', reviewed)
      const ending = await gate(project, '--against', 'HEAD')
      expect(ending.status).toBe(1)
      expect(told(ending)).toEqual(['fact.v1 breaking /id'])
    })

    it.each([
      ['no JSON', '['],
      ['no list', '{}'],
      ['an entry without a reason', JSON.stringify([{ ...entry, reason: undefined }])],
      ['an unknown member', JSON.stringify([{ ...entry, forever: true }])],
      ['a reason that is no text', JSON.stringify([{ ...entry, reason: null }])],
    ])('refuses %s', async (_, text) => {
      const project = facts('^fact-[0-9]{3,}$')
      project.writeFile('acknowledged.json', text)
      const { status, stdout, stderr } = await gate(project, '--against', 'HEAD')
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(/acknowledged\.json is no list of acknowledged changes/)
    })
  })

  it.each([
    ['no way to compare', [], /--against <git ref>, or --history/],
    ['two ways to compare', ['--against', 'HEAD', '--history'], /--against <git ref>, or --history/],
    ['an unknown commit', ['--against', 'nowhere'], /nowhere/],
    ['an option for a commit', ['--against=--all'], /--all/],
    ['an empty name', ['--against', ''], /There is no commit|Not enough arguments/],
    ['a file for a commit', ['--against', 'HEAD:schemas/finding.v1.schema.json'], /There is no commit/],
  ])('exits with 2 for %s', async (_, args, message) => {
    const { status, stdout, stderr } = await gate(findings(), ...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n +at /)
  })

  it('exits with 2 outside a repository, and where there is no commit', async () => {
    const project = new ContractProject(['finding.v1'])
    const outside = await Promise.all([gate(project, '--against', 'HEAD'), gate(project, '--history')])
    project.git('init', '--quiet')
    const unborn = await Promise.all([gate(project, '--against', 'HEAD'), gate(project, '--history')])
    expect([...outside, ...unborn].map(({ status, stdout }) => ({ status, stdout }))).toEqual(
      Array.from({ length: 4 }, () => ({ status: 2, stdout: '' })),
    )
    for (const { stderr } of outside) expect(stderr).toContain('not a git repository')
  })

  it('exits with 2 where a contract cannot be used any more', async () => {
    const project = findings()
    project.write('finding.v1', { ...contract('finding.v1'), minProperties: 1 })
    const { status, stderr } = await gate(project, '--against', 'HEAD')
    expect(status).toBe(2)
    expect(stderr).toContain('finding.v1.schema.json#/minProperties')
  })

  it('calls it unknown where the old contract could not be used', async () => {
    const project = findings()
    project.write('finding.v1', { ...contract('finding.v1'), minProperties: 1 })
    project.commit('Torn')
    project.write('finding.v1', contract('finding.v1'))
    const ending = await gate(project, '--against', 'HEAD')
    expect(ending.status).toBe(1)
    expect(told(ending)).toEqual(['finding.v1 unknown ', 'review.v1 unknown '])
  })

  it('leaves an older contract, with a pattern that is refused today, to be acknowledged', async () => {
    const project = new ContractProject(['fact.v1'])
    project.edit('fact.v1', withIds('^(fact|note)-\\1$'))
    project.committed()
    const unchanged = await gate(project, '--history')
    expect(unchanged.status).toBe(2)
    expect(unchanged.stderr).toContain('fact.v1.schema.json#/properties/id/pattern')
    project.edit('fact.v1', withIds('^(fact-fact|note-note)$'))
    const before = await gate(project, '--history')
    expect(before.status).toBe(1)
    const [change, ...others] = jsonOf(before).changes
    expect(others).toEqual([])
    expect(change).toMatchObject({ contract: 'fact.v1', verdict: 'unknown', path: '' })
    expect(change?.message).toMatch(/the old contract cannot be used: .*this one needs \\1/)
    const { contract: id, message } = change ?? {}
    const entry = { contract: id, message, reason: 'The same two texts, spelt out.' }
    project.writeFile('acknowledged.json', JSON.stringify([entry]))
    expect((await gate(project, '--history')).status).toBe(0)
  })

  it('finds nothing to compare in a commit from before the contracts', async () => {
    const project = new ContractProject([])
    writeFileSync(join(project.root, 'README.md'), 'Contracts to come.')
    project.committed()
    const first = project.git('rev-parse', 'HEAD')
    project.write('finding.v1', contract('finding.v1'))
    expect((await gate(project, '--against', first)).status).toBe(0)
  })

  it('follows a link to the schema directory', async () => {
    const project = findings()
    mkdirSync(join(project.root, 'plugins', 'workbench-core'), { recursive: true })
    symlinkSync('../../schemas', join(project.root, 'plugins', 'workbench-core', 'schemas'))
    const run = (...args: string[]) =>
      workbench(['contracts', 'gate', '--format', 'json', ...args], { cwd: project.root })
    expect((await run('--history')).status).toBe(0)
    project.edit('finding.v1', withoutInfo)
    const [against, history] = await Promise.all([run('--against', 'HEAD'), run('--history')])
    for (const ending of [against, history]) {
      expect(ending.status).toBe(1)
      expect(told(ending)).toEqual([
        'finding.v1 breaking /severity',
        'review.v1 breaking /findings/0/severity',
      ])
    }
  })

  it.each(['.', 'über uns/con tracts', ':(top)schemas', 'sch[e]mas'])(
    'knows contracts that stand in %s',
    async (below) => {
      const project = new ContractProject(['finding.v1'], { below }).committed()
      const unchanged = await Promise.all([gate(project, '--against', 'HEAD'), gate(project, '--history')])
      project.edit('finding.v1', withoutInfo)
      const narrowed = await Promise.all([gate(project, '--against', 'HEAD'), gate(project, '--history')])
      expect([...unchanged, ...narrowed].map(({ status, stderr }) => ({ status, stderr }))).toEqual(
        [0, 0, 1, 1].map((status) => ({ status, stderr: '' })),
      )
    },
  )

  it('leaves the repository as it was', async () => {
    const project = findings()
    project.edit('finding.v1', withoutInfo)
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

describe('workbench contracts lint', () => {
  const lint = (directory: string, ...args: readonly string[]) =>
    workbench(['contracts', 'lint', '--schemas', directory, ...args])

  it('finds nothing to mend in the contracts of this repository', async () => {
    const [text, json] = await Promise.all([lint('schemas'), lint('schemas', '--format', 'json')])
    expect(text).toEqual({ status: 0, stdout: '11 contracts, nothing to mend\n', stderr: '' })
    expect(json).toEqual({ status: 0, stdout: '{"valid":true,"problems":[]}\n', stderr: '' })
  })

  it('tells of each problem as text, JSON and annotations, and exits with 1', async () => {
    const project = new ContractProject(['finding.v1', 'review.v1'])
    project.edit('finding.v1', (schema) => {
      schema.required = schema.required.filter((name) => name !== 'producedBy')
      delete schema.properties['category']?.['description']
    })
    const [text, json, github] = await Promise.all(
      ['text', 'json', 'github'].map((format) => lint(project.directory, '--format', format)),
    )
    expect([text?.status, json?.status, github?.status]).toEqual([1, 1, 1])
    expect(text?.stdout).toBe(
      'finding.v1.schema.json#/required: "required" must list "producedBy"\n' +
        'finding.v1.schema.json#/properties/category/description: "description" is required: the meaning of the member\n' +
        '2 contracts, 2 problems\n',
    )
    expect(JSON.parse(json?.stdout ?? '')).toEqual({
      valid: false,
      problems: [
        {
          file: 'finding.v1.schema.json',
          pointer: '/required',
          keyword: 'required',
          message: '"required" must list "producedBy"',
        },
        {
          file: 'finding.v1.schema.json',
          pointer: '/properties/category/description',
          keyword: 'description',
          message: '"description" is required: the meaning of the member',
        },
      ],
    })
    expect(github?.stdout).toMatch(
      /^::error file=[^,]*finding\.v1\.schema\.json,title=contract::\/required "required" must list "producedBy"\n::error /,
    )
  })

  it('tells of a misnamed file and of one that is not JSON', async () => {
    const project = new ContractProject(['finding.v1'])
    project.writeFile('Note.schema.json', '{}')
    project.write('torn.v1', '{')
    const { status, stdout } = await lint(project.directory)
    expect(status).toBe(1)
    expect(stdout).toMatch(
      /^Note\.schema\.json: rename the file to .*\ntorn\.v1\.schema\.json: .*\n3 contracts, 2 problems\n$/,
    )
  })

  it('exits with 2 where there is no such directory', async () => {
    const { status, stdout, stderr } = await lint('missing')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('Cannot list the contracts in')
  })
})

describe('workbench contracts new', () => {
  const make = (cwd: string, ...args: readonly string[]) => workbench(['contracts', 'new', ...args], { cwd })

  /** A project whose contracts are found without being named. */
  const project = () => new ContractProject([], { below: join('plugins', 'workbench-core', 'schemas') })

  it('writes a contract that passes lint and is validated by at once', async () => {
    const { root, directory } = project()
    const file = join(directory, 'meeting-note.v1.schema.json')
    expect(await make(root, 'meeting-note')).toEqual({ status: 0, stdout: `${file}\n`, stderr: '' })
    const artifact = { schema: 'meeting-note.v1', producedBy: 'scribe', id: '1', title: 'Monday' }
    writeFileSync(join(root, 'valid.json'), JSON.stringify(artifact))
    writeFileSync(join(root, 'broken.json'), JSON.stringify({ ...artifact, producedBy: undefined, extra: 1 }))
    const [lint, valid, broken, list, docs] = await Promise.all(
      [
        ['contracts', 'lint'],
        ['validate', 'meeting-note.v1', 'valid.json'],
        ['validate', 'meeting-note.v1', 'broken.json'],
        ['contracts'],
        ['contracts', 'docs'],
      ].map((args) => workbench(args, { cwd: root })),
    )
    expect(lint).toEqual({ status: 0, stdout: '1 contract, nothing to mend\n', stderr: '' })
    expect([valid?.status, broken?.status, docs?.status]).toEqual([0, 1, 0])
    expect(broken?.stdout).toMatch(/\/producedBy: .*[\s\S]*\/extra: /)
    expect(list?.stdout).toMatch(/^meeting-note\.v1 +Meeting note/)
  })

  it('never replaces a contract', async () => {
    const { root, directory } = project()
    const file = join(directory, 'memo.v1.schema.json')
    writeFileSync(file, 'mine')
    const { status, stdout, stderr } = await make(root, 'memo')
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('There is a memo.v1 already') as string,
    })
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  it('writes the next major beside the last', async () => {
    const { root, directory } = project()
    const [first, second] = await Promise.all([make(root, 'memo'), make(root, 'memo', '--major', '2')])
    expect([first.status, second.status]).toEqual([0, 0])
    expect(readdirSync(directory)).toEqual(['memo.v1.schema.json', 'memo.v2.schema.json'])
    const schema = JSON.parse(readFileSync(join(directory, 'memo.v2.schema.json'), 'utf8')) as Schema
    expect(schema).toMatchObject({ $id: 'memo.v2.schema.json', properties: { schema: { const: 'memo.v2' } } })
    expect((await workbench(['contracts', 'lint'], { cwd: root })).status).toBe(0)
  })

  it.each([
    'Memo',
    'memo.v1',
    '../memo',
    'memo/note',
    '2memo',
    'memo-',
    'me--mo',
    '',
    'mémo',
    'me mo',
    '__proto__',
  ])('refuses %j', async (noun) => {
    const { root, directory } = project()
    const { status, stdout, stderr } = await make(root, '--', noun)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).not.toMatch(/\n +at /)
    expect(readdirSync(directory)).toEqual([])
  })

  it.each(['0', '-1', '1.5', 'x', '1e21'])('refuses --major %s', async (major) => {
    const { root, directory } = project()
    const { status, stdout } = await make(root, 'memo', `--major=${major}`)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(readdirSync(directory)).toEqual([])
  })

  it('exits with 2 where there is no directory to write to', async () => {
    const { status, stderr } = await make(newDirectory(), 'memo', '--schemas', 'missing')
    expect(status).toBe(2)
    expect(stderr).toContain('Cannot list the contracts in')
  })
})

describe('workbench contracts docs', () => {
  const docs = (project: ContractProject, ...args: readonly string[]) =>
    workbench(['contracts', 'docs', '--schemas', 'schemas', ...args], { cwd: project.root })

  it('writes a page for each contract, which is then up to date', async () => {
    const project = new ContractProject(['fact.v1', 'finding.v1', 'review.v1'])
    expect(await docs(project)).toEqual({ status: 0, stdout: '4 pages in docs/contracts\n', stderr: '' })
    const pages = join(project.root, 'docs', 'contracts')
    expect(readdirSync(pages)).toEqual(['README.md', 'fact.v1.md', 'finding.v1.md', 'review.v1.md'])
    expect(readFileSync(join(pages, 'finding.v1.md'), 'utf8')).toContain(
      '| **`severity`** | one of "critical", "high", "medium", "low" or "info" | How bad the harm is. |',
    )
    expect(readFileSync(join(pages, 'README.md'), 'utf8')).toContain(
      '| [review.v1](review.v1.md) | Review | Outcome of',
    )
    expect(await docs(project, '--check')).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('names every page that is stale, and writes none of them', async () => {
    const project = new ContractProject(['finding.v1', 'risk.v1'])
    await docs(project, '--out', 'pages')
    project.edit('finding.v1', withNone)
    project.write('fact.v1', contract('fact.v1'))
    const page = () => readFileSync(join(project.root, 'pages', 'finding.v1.md'), 'utf8')
    const before = page()
    expect(await docs(project, '--out', 'pages', '--check')).toEqual({
      status: 1,
      stdout: '',
      stderr: ['README.md', 'fact.v1.md', 'finding.v1.md']
        .map((name) => `workbench: pages/${name} is stale\n`)
        .join(''),
    })
    expect(page()).toBe(before)
    expect((await docs(project, '--out', 'pages')).status).toBe(0)
    expect(page()).not.toBe(before)
    expect((await docs(project, '--out', 'pages', '--check')).status).toBe(0)
  })

  it('names a page without a contract, and takes it away', async () => {
    const project = new ContractProject(['finding.v1', 'risk.v1'])
    await docs(project)
    project.remove('risk.v1')
    const stale = await docs(project, '--check')
    expect(stale.status).toBe(1)
    expect(stale.stderr).toBe(
      'workbench: docs/contracts/README.md is stale\nworkbench: docs/contracts/risk.v1.md is stale\n',
    )
    await docs(project)
    expect(existsSync(join(project.root, 'docs', 'contracts', 'risk.v1.md'))).toBe(false)
    expect((await docs(project, '--check')).status).toBe(0)
  })

  it('leaves alone what is no page of a contract', async () => {
    const project = new ContractProject(['finding.v1'])
    const other = join(project.root, 'docs', 'architecture.md')
    mkdirSync(join(project.root, 'docs'))
    writeFileSync(other, 'How it is built.')
    expect((await docs(project, '--out', 'docs')).status).toBe(0)
    expect(existsSync(other)).toBe(true)
  })

  it('names a page that is missing, and all of them where there is no directory', async () => {
    const project = new ContractProject(['finding.v1'])
    expect((await docs(project, '--check')).stderr).toBe(
      'workbench: docs/contracts/README.md is stale\nworkbench: docs/contracts/finding.v1.md is stale\n',
    )
    await docs(project)
    rmSync(join(project.root, 'docs', 'contracts', 'finding.v1.md'))
    const { status, stderr } = await docs(project, '--check')
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'workbench: docs/contracts/finding.v1.md is stale\n',
    })
  })

  it('keeps each member in a row of its own, whatever its words', async () => {
    const project = new ContractProject(['finding.v1'])
    project.edit('finding.v1', (schema) => {
      schema['title'] = 'This | that'
      schema.properties['category'] = { type: 'string', description: 'One | two\nthree <four>' }
    })
    await docs(project)
    const rows = ['README.md', 'finding.v1.md'].flatMap((name) =>
      readFileSync(join(project.root, 'docs', 'contracts', name), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('|')),
    )
    expect(rows.find((row) => row.includes('`category`'))).toContain('three')
    expect(rows.filter((row) => row.split(/(?<!\\)\|/).length !== 5)).toEqual([])
  })

  it('exits with 2, and writes nothing, where a contract cannot be used', async () => {
    const project = new ContractProject(['finding.v1'])
    project.write('torn.v1', '{')
    const { status, stderr } = await docs(project)
    expect(status).toBe(2)
    expect(stderr).toContain('torn.v1.schema.json')
    expect(existsSync(join(project.root, 'docs'))).toBe(false)
  })

  it('finds the pages of this repository up to date', async () => {
    expect(await workbench(['contracts', 'docs', '--check'], { cwd: repository })).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
  })
})
