import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { addNone, changesIn, parseComparison, removeInfo, setIdPattern } from './changes.ts'
import { ContractProject, contract } from './project.ts'
import { workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

describe('workbench contracts diff', () => {
  const diff = (old: string, updated: string, format: string, cwd?: string) =>
    workbench(['contracts', 'diff', old, updated, '--format', format], cwd === undefined ? {} : { cwd })

  /** Creates two directories, `old` and `new`, with the same contracts. */
  function directories(ids: readonly string[]): {
    root: string
    old: ContractProject
    updated: ContractProject
  } {
    const root = temporaryDirectory()
    return {
      root,
      old: new ContractProject(ids, { root, below: 'old' }),
      updated: new ContractProject(ids, { root, below: 'new' }),
    }
  }

  const file = (directory: string, id = 'finding.v1') => join(directory, `${id}.schema.json`)

  it('prints compatible and exits with 0 for unchanged files and directories', async () => {
    const { root } = directories(['finding.v1', 'review.v1'])
    const [files, both] = await Promise.all([
      diff(file('old'), file('new'), 'text', root),
      diff('old', 'new', 'text', root),
    ])
    expect(files).toEqual({ status: 0, stdout: `compatible: ${file('old')} → ${file('new')}\n`, stderr: '' })
    expect(both).toEqual({ status: 0, stdout: 'compatible: old → new\n', stderr: '' })
  })

  it('prints an empty list of changes as JSON for a compatible change', async () => {
    const { root, updated } = directories(['finding.v1'])
    updated.edit('finding.v1', addNone)
    expect(await diff('old', 'new', 'json', root)).toEqual({
      status: 0,
      stdout: '{"verdict":"compatible","changes":[]}\n',
      stderr: '',
    })
  })

  it('prints a breaking change with its counterexample and both locations as text', async () => {
    const { root, updated } = directories(['finding.v1'])
    updated.edit('finding.v1', removeInfo)
    const { status, stdout, stderr } = await diff(file('old'), file('new'), 'text', root)
    const lines = stdout.trimEnd().split('\n')
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(lines).toHaveLength(5)
    expect(lines[0]).toBe('finding.v1 /severity: breaking: "info" is no longer allowed')
    expect(lines[1]).toMatch(/^ {2}valid before, invalid now: \{.*"severity":"info".*\}$/)
    expect(lines[2]).toBe('  before: finding.v1.schema.json#/properties/severity/enum')
    expect(lines[3]).toBe('  after:  finding.v1.schema.json#/properties/severity/enum')
    expect(lines[4]).toBe(`breaking: 1 change in ${file('old')} → ${file('new')}`)
  })

  it('prints JSON whose counterexamples are valid against the old contract and invalid against the new one', async () => {
    const { root, updated } = directories(['finding.v1', 'review.v1'])
    updated.edit('finding.v1', removeInfo)
    const result = await diff('old', 'new', 'json', root)
    expect({ status: result.status, stderr: result.stderr }).toEqual({ status: 1, stderr: '' })
    const rule = 'finding.v1.schema.json#/properties/severity/enum'
    const common = { verdict: 'breaking', message: '"info" is no longer allowed', before: rule, after: rule }
    const { verdict, changes } = parseComparison(result)
    expect(Object.keys(parseComparison(result))).toEqual(['verdict', 'changes'])
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

  it('prints a workflow command for each change with --format github', async () => {
    const { root, updated } = directories(['finding.v1'])
    updated.edit('finding.v1', removeInfo)
    const { status, stdout } = await diff('old', 'new', 'github', root)
    const [annotation, summary, ...rest] = stdout.trimEnd().split('\n')
    expect(status).toBe(1)
    expect(annotation).toMatch(
      /^::error file=new\/finding\.v1\.schema\.json,line=\d+,col=\d+,title=finding\.v1 breaking::\/severity: "info" is no longer allowed$/,
    )
    expect(summary).toBe('breaking: 1 change in old → new')
    expect(rest).toEqual([])
    const files = await diff(file('old'), file('new'), 'github', root)
    expect(files.stdout.split('\n')[0]).toBe(annotation)
  })

  it('resolves references of a file to the files beside it', async () => {
    const { root, updated } = directories(['finding.v1', 'review.v1'])
    updated.edit('finding.v1', removeInfo)
    const result = await diff(file('old', 'review.v1'), file('new', 'review.v1'), 'json', root)
    expect(result.status).toBe(1)
    expect(changesIn(result)).toEqual(['review.v1 breaking /findings/0/severity'])
  })

  it('reports changes between contracts with different names under the new name', async () => {
    const { root } = directories(['finding.v1', 'risk.v1'])
    const result = await diff(file('old', 'risk.v1'), file('new', 'finding.v1'), 'json', root)
    expect(result.status).toBe(1)
    expect(parseComparison(result).verdict).toBe('breaking')
    expect(new Set(parseComparison(result).changes.map((change) => change.contract))).toEqual(
      new Set(['finding.v1']),
    )
    expect(parseComparison(result).changes.map(({ path }) => path)).toContain('/schema')
  })

  it('reports a removed contract as breaking and accepts an added one', async () => {
    const { root, updated } = directories(['finding.v1', 'risk.v1'])
    updated.remove('risk.v1')
    updated.write('fact.v1', contract('fact.v1'))
    const [removed, added] = await Promise.all([
      diff('old', 'new', 'json', root),
      diff('new', 'old', 'json', root),
    ])
    expect([removed.status, added.status]).toEqual([1, 1])
    expect(parseComparison(removed)).toEqual({
      verdict: 'breaking',
      changes: [{ contract: 'risk.v1', verdict: 'breaking', path: '', message: 'the contract was removed' }],
    })
    expect(changesIn(added)).toEqual(['fact.v1 breaking '])
    const [text, github] = await Promise.all(
      ['text', 'github'].map((format) => diff('old', 'new', format, root)),
    )
    expect(text?.stdout).toBe(
      'risk.v1: breaking: the contract was removed\nbreaking: 1 change in old → new\n',
    )
    expect(github?.stdout).toMatch(
      /^::error file=new\/risk\.v1\.schema\.json,title=risk\.v1 breaking::the contract was removed\n/,
    )
  })

  it('reports a pattern with a lookahead as unknown, without a counterexample, and exits with 1', async () => {
    const { root, updated } = directories(['fact.v1'])
    updated.edit('fact.v1', setIdPattern('^(?=fact)fact-[0-9]{3,}$'))
    const [json, text, github] = await Promise.all(
      ['json', 'text', 'github'].map((format) => diff('old', 'new', format, root)),
    )
    const rule = 'fact.v1.schema.json#/properties/id/pattern'
    expect([json?.status, text?.status, github?.status]).toEqual([1, 1, 1])
    expect(json && parseComparison(json)).toEqual({
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
      /^fact\.v1 \/id: unknown: .*\n {2}before: .*\n {2}after: .*\nunknown: 1 change in old → new\n$/,
    )
    expect(github?.stdout).toMatch(
      /^::error file=[^,]*fact\.v1\.schema\.json,line=\d+,col=\d+,title=fact\.v1 unknown::\/id: /,
    )
  })

  it('prints the verdict breaking if one change is breaking and another unknown', async () => {
    const { root, updated } = directories(['fact.v1', 'finding.v1'])
    updated.edit('fact.v1', setIdPattern('^(?=fact)fact-[0-9]{3,}$'))
    updated.edit('finding.v1', removeInfo)
    const { verdict, changes } = parseComparison(await diff('old', 'new', 'json', root))
    expect(changes.map((change) => change.verdict)).toEqual(['unknown', 'breaking'])
    expect(verdict).toBe('breaking')
  })

  it('reports the shortest text that a changed pattern no longer matches, and no change of one that matches more', async () => {
    const { root, updated } = directories(['fact.v1'])
    updated.edit('fact.v1', setIdPattern('^fact-[0-9]{3,9}$'))
    const { verdict, changes } = parseComparison(await diff('old', 'new', 'json', root))
    expect([verdict, changes[0]?.counterexample]).toMatchObject(['breaking', { id: 'fact-0000000000' }])
    updated.edit('fact.v1', setIdPattern('^(fact|fakt)-[0-9]{3,}$'))
    const wider = await diff('old', 'new', 'json', root)
    expect([wider.status, parseComparison(wider).verdict]).toEqual([0, 'compatible'])
  })

  it.each([
    ['pattern with a lookahead', '^(?=fact)fact-[0-9]{4}$', '^(?=fact)fact-[0-9]{4,}$', 'unknown'],
    ['more digits', '^fact-[0-9]{4,}$', '^fact-[0-9]{5,}$', 'breaking'],
    ['another prefix', '^fact-[0-9]{4,}$', '^note-[0-9]{4,}$', 'breaking'],
    ['added lookahead', '^fact-[0-9]{4,}$', '^(?!fact-0000)fact-[0-9]{4,}x$', 'breaking'],
  ])('does not report a changed pattern as compatible: %s', async (_, old, updated, verdict) => {
    const both = directories(['fact.v1'])
    both.old.edit('fact.v1', setIdPattern(old))
    both.updated.edit('fact.v1', setIdPattern(updated))
    const result = await diff('old', 'new', 'json', both.root)
    expect({ status: result.status, verdict: parseComparison(result).verdict }).toEqual({
      status: 1,
      verdict,
    })
  })

  it.each([
    ['a missing old path', ['missing', 'new'], /No such file or directory: .*missing/],
    ['a missing new path', ['old', 'missing'], /No such file or directory: .*missing/],
    ['a file and a directory', ['old/finding.v1.schema.json', 'new'], /Compare two files or two directories/],
    ['a directory and a file', ['old', 'new/finding.v1.schema.json'], /Compare two files or two directories/],
    [
      'a file that is not a contract',
      ['old/finding.v1.schema.json', 'new/notes.json'],
      /notes\.json is not named <noun>\.v<major>\.schema\.json/,
    ],
    [
      'a contract file with an invalid name',
      ['old/finding.v1.schema.json', 'new/Finding.schema.json'],
      /<noun>\.v<major>\.schema\.json/,
    ],
    [
      'a contract that is not JSON',
      ['old/finding.v1.schema.json', 'new/torn.v1.schema.json'],
      /torn\.v1\.schema\.json/,
    ],
    ['only one path', ['old'], /Name the old and the new contract file, or two directories/],
    ['three paths', ['old', 'new', 'old'], /Unexpected argument old/],
    ['an unknown format', ['old', 'new', '--format', 'sarif'], /Use one of text, json, github/],
  ])('exits with 2 for %s', async (_, args, message) => {
    const { root, updated } = directories(['finding.v1'])
    updated.writeFile('notes.json', '{}')
    updated.writeFile('Finding.schema.json', JSON.stringify(contract('finding.v1')))
    updated.write('torn.v1', '{')
    const { status, stdout, stderr } = await workbench(['contracts', 'diff', ...args], { cwd: root })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n +at /)
  })

  it('exits with 2 if a contract of the new directory is unusable', async () => {
    const { root, updated } = directories(['finding.v1', 'review.v1'])
    updated.write('finding.v1', { ...contract('finding.v1'), minProperties: 1 })
    const { status, stdout, stderr } = await diff('old', 'new', 'json', root)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('finding.v1.schema.json#/minProperties')
  })
})
