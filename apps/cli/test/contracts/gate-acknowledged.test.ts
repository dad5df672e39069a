import { changesIn, gate, parseComparison, setIdPattern } from './changes.ts'
import { ContractProject } from './project.ts'
import { workbench } from '../support/run-workbench.ts'

describe('workbench contracts gate with acknowledged.json', () => {
  const rule = 'fact.v1.schema.json#/properties/id/pattern'
  const message =
    'must match ^(?=fact)fact-[0-9]{3,}$; previously "^fact-[0-9]{4,}$"; could not determine whether it rejects a previously valid string'
  const entry = { contract: 'fact.v1', after: rule, message, reason: 'Shorter numbers are allowed too.' }
  const reviewed = JSON.stringify([entry])

  function facts(pattern: string): ContractProject {
    const project = new ContractProject(['fact.v1']).init()
    project.edit('fact.v1', setIdPattern(pattern))
    return project
  }

  it('says how to acknowledge an unknown change', async () => {
    const project = facts('^(?=fact)fact-[0-9]{3,}$')
    const args = ['contracts', 'gate', '--against', 'HEAD', '--schemas', 'schemas']
    const { stdout } = await workbench(args, { cwd: project.root })
    expect(stdout).toMatch(
      /; if it is harmless, list it in acknowledged\.json beside the contracts with its contract, /,
    )
  })

  it('reports an unknown change until it is acknowledged', async () => {
    const project = facts('^(?=fact)fact-[0-9]{3,}$')
    const before = await gate(project, '--against', 'HEAD')
    expect(before.status).toBe(1)
    expect(parseComparison(before)).toMatchObject({
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
    expect(parseComparison(against)).toEqual({ verdict: 'compatible', changes: [] })
  })

  it('does not apply an entry to another contract, location or message', async () => {
    const project = facts('^(?=fact)fact-[0-9]{3,}$')
    for (const other of [
      { ...entry, contract: 'finding.v1' },
      { ...entry, after: rule.replace('/id/', '/title/') },
      { ...entry, message: message.replace('{3,}', '{2,}') },
    ]) {
      project.writeFile('acknowledged.json', JSON.stringify([other]))
      expect((await gate(project, '--against', 'HEAD')).status).toBe(1)
    }
  })

  it('does not apply an entry to a breaking change', async () => {
    const project = facts('^fact-[0-9]{9,}$')
    project.writeFile('acknowledged.json', reviewed)
    const result = await gate(project, '--against', 'HEAD')
    expect(result.status).toBe(1)
    expect(changesIn(result)).toEqual(['fact.v1 breaking /id'])
  })

  it('does not apply an entry to a breaking change with its location and message', async () => {
    const project = facts('^fact-[0-9]{9,}$')
    const [change] = parseComparison(await gate(project, '--against', 'HEAD')).changes
    const exact = { contract: 'fact.v1', after: change?.after, message: change?.message, reason: 'None.' }
    project.writeFile('acknowledged.json', JSON.stringify([exact]))
    expect((await gate(project, '--against', 'HEAD')).status).toBe(1)
  })

  it.each([
    ['text that is not JSON', '['],
    ['an object instead of a list', '{}'],
    ['an entry without a reason', JSON.stringify([{ ...entry, reason: undefined }])],
    ['an unknown member', JSON.stringify([{ ...entry, forever: true }])],
    ['a reason that is not a string', JSON.stringify([{ ...entry, reason: null }])],
  ])('exits with 2 for %s', async (_, text) => {
    const project = facts('^(?=fact)fact-[0-9]{3,}$')
    project.writeFile('acknowledged.json', text)
    const { status, stdout, stderr } = await gate(project, '--against', 'HEAD')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/acknowledged\.json is not a valid list of acknowledged changes/)
  })

  it('reports a change as unknown if the pattern of the old contract is no longer supported, until it is acknowledged', async () => {
    const project = new ContractProject(['fact.v1'])
    project.edit('fact.v1', setIdPattern('^(fact|note)-\\1$'))
    project.init()
    const unchanged = await gate(project, '--history')
    expect(unchanged.status).toBe(2)
    expect(unchanged.stderr).toContain('fact.v1.schema.json#/properties/id/pattern')
    project.edit('fact.v1', setIdPattern('^(fact-fact|note-note)$'))
    const before = await gate(project, '--history')
    expect(before.status).toBe(1)
    const [change, ...others] = parseComparison(before).changes
    expect(others).toEqual([])
    expect(change).toMatchObject({ contract: 'fact.v1', verdict: 'unknown', path: '' })
    expect(change?.message).toMatch(/the old contract cannot be used: .*it needs \\1/)
    const { contract: id, message } = change ?? {}
    const entry = { contract: id, message, reason: 'The same two texts, spelt out.' }
    project.writeFile('acknowledged.json', JSON.stringify([entry]))
    expect((await gate(project, '--history')).status).toBe(0)
  })
})
