import { openContracts, validateArtifact, type Violation } from '@workbench/contracts'

import { contracts } from '../rules/artifacts.ts'
import { validFinding as finding } from '../valid-finding.ts'

const validate = (artifact: unknown) => validateArtifact(contracts, JSON.stringify(artifact))

const found = (artifact: unknown): string[] => {
  const { verdict } = validate(artifact)
  return verdict.valid ? [] : verdict.violations.map(({ path, keyword }) => `${path} ${keyword}`)
}

describe('validateArtifact()', () => {
  it('validates against the contract that the artifact names', () => {
    expect(validate(finding)).toEqual({ id: 'finding.v1', verdict: { valid: true }, value: finding })
    expect(validate({ ...finding, severity: 'Highest' })).toMatchObject({
      id: 'finding.v1',
      verdict: { valid: false },
    })
    expect(found({ ...finding, severity: 1 })).toEqual(['/severity enum'])
  })

  it('rejects duplicate members of an artifact whose last values are valid', () => {
    const text = JSON.stringify(finding).replace('{', '{"id":"F-0",')
    expect(validateArtifact(contracts, text).verdict.valid).toBe(false)
  })

  it.each<[string, unknown, string[]]>([
    ['has no schema', { title: 'x' }, ['/schema required']],
    ['names an unknown contract', { schema: 'poem.v1' }, ['/schema enum']],
    ['names a number', { schema: 7 }, ['/schema enum']],
    ['is an array of two', [finding, finding], [' type']],
    ['is null', null, [' type']],
    ['is a text', 'finding.v1', [' type']],
  ])('has no id and the violations of the member schema if the artifact %s', (_, artifact, violations) => {
    expect(found(artifact)).toEqual(violations)
    expect(validate(artifact)).not.toHaveProperty('id')
  })

  it('lists the known contracts', () => {
    const { verdict } = validate({ schema: 'poem.v1' })
    expect(verdict).toMatchObject({ violations: [{ expected: contracts.ids }] })
  })

  it('validates an artifact in a list, or in a text, against the contract that it names', () => {
    for (const wrapped of [[finding], JSON.stringify(finding)]) {
      expect(validate(wrapped).id).toBe('finding.v1')
      expect(found(wrapped)).toEqual([' type'])
    }
    expect(found([{ ...finding, severity: 1 }])).toEqual([' type', '/0/severity enum'])
  })

  it('also validates against the contract that a misspelt schema means', () => {
    expect(found({ ...finding, schema: 'Finding.v1', severity: 1 })).toEqual([
      '/schema enum',
      '/severity enum',
    ])
    expect(found({ ...finding, schema: 'finding.v2', severity: 1 })).toEqual(['/schema enum'])
  })
})

describe('an artifact of another contract', () => {
  const violationsAgainst = (id: string, artifact: unknown): readonly Violation[] => {
    const verdict = openContracts().get(id).validate(artifact)
    return verdict.valid ? [] : verdict.violations
  }

  it('is named in the first violation if its schema names the other contract', () => {
    const [first, ...others] = violationsAgainst('risk.v1', finding)
    expect(first?.path).toBe('/schema')
    expect(first?.message).toBe(
      'Expected "risk.v1"; received the string "finding.v1"; this artifact is a finding.v1: validate it against finding.v1, or write a risk.v1',
    )
    expect(others.length).toBeGreaterThan(3)
    for (const { message } of others) expect(message).not.toContain('the known members are')
  })

  it('is named in the first violation if only the other contract has all its members', () => {
    const { schema: _, ...members } = finding
    const [first] = violationsAgainst('risk.v1', members)
    expect(first?.message).toContain('this artifact is a finding.v1: validate it against finding.v1')
  })

  it('is not named if only one member is unexpected', () => {
    const [first] = violationsAgainst('finding.v1', { ...finding, probability: 1 })
    expect(first?.message).not.toContain('this artifact is')
    expect(first?.message).toContain('the known members are')
  })

  it('is not named if the members fit no other contract', () => {
    const violations = violationsAgainst('finding.v1', { ...finding, probability: 1, mood: 'good' })
    for (const { message } of violations) expect(message).not.toContain('this artifact is')
  })
})
