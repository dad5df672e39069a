import {
  fixText,
  openContracts,
  UnknownContractError,
  validateArtifact,
  type Violation,
} from '@workbench/contracts'

import { contractNamedBy, existingVersions } from '../../src/catalog/schema-member.ts'
import { contracts } from '../rules/artifacts.ts'
import { validFinding as finding } from '../support/valid-finding.ts'
import { violationsOf } from '../support/violations-of.ts'

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

  it('validates against the contract whose id is given, whatever the artifact names', () => {
    const text = JSON.stringify(finding)
    expect(validateArtifact(contracts, text, 'finding.v1')).toEqual(validate(finding))
    const { verdict, ...result } = validateArtifact(contracts, text, 'risk.v1')
    expect(result).toEqual({ id: 'risk.v1' })
    expect(verdict).toEqual(contracts.get('risk.v1').validateText(text))
    expect(() => validateArtifact(contracts, text, 'poem.v1')).toThrow(UnknownContractError)
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
    for (const schema of ['Finding.v1', 'findng.v1'])
      expect(found({ ...finding, schema, severity: 1 })).toEqual(['/schema const', '/severity enum'])
    expect(validate({ ...finding, schema: 'Finding_V1' })).toMatchObject({ meant: 'finding.v1' })
    expect(validate({ ...finding, schema: 'finding.v2' })).not.toHaveProperty('meant')
  })

  it.each(['Finding_V1', 'findng.v1', 'finding', 'finding.v1.schema.json'])(
    'corrects the schema %s, against the contract too',
    (schema) => {
      const artifact = { ...finding, schema }
      const corrected = {
        path: '/schema',
        suggestion: 'finding.v1',
        fix: [{ op: 'replace', path: '/schema', value: 'finding.v1' }],
      }
      expect(validate(artifact)).toMatchObject({ meant: 'finding.v1', verdict: { violations: [corrected] } })
      expect(contracts.get('finding.v1').validate(artifact)).toMatchObject({ violations: [corrected] })
      expect(fixText(contracts.get('finding.v1'), JSON.stringify([artifact])).verdict.valid).toBe(true)
    },
  )

  it.each(['Schema', '$schema', 'type'])('renames the member %s that is in place of schema', (name) => {
    const { schema, ...members } = finding
    const fixed = fixText(contracts.get('finding.v1'), JSON.stringify({ [name]: schema, ...members }))
    expect(JSON.parse(fixed.text)).toEqual(finding)
  })

  it.each(['Schema', '$schema', 'type'])(
    'also validates against the contract that the member %s in place of schema names',
    (name) => {
      const { schema, ...members } = finding
      const artifact = { [name]: schema, ...members, severity: 1 }
      expect(validate(artifact)).toMatchObject({ meant: 'finding.v1' })
      expect(found(artifact)).toEqual(['/schema required', `/${name} additionalProperties`, '/severity enum'])
    },
  )

  it('does not take another member for the schema', () => {
    const { schema: _, ...members } = finding
    for (const others of [{ target: 'finding.v1' }, { type: 'plan.v1' }, { type: 1 }])
      expect(validate({ ...members, ...others })).not.toHaveProperty('meant')
    const fact = { type: 'fact.v1', title: 'x', body: 'x' }
    expect(validate(fact)).not.toHaveProperty('meant')
    expect(validate({ Schema: 'risk.v1', $schema: 'plan.v1' })).not.toHaveProperty('meant')
  })

  it.each<[string, object, string]>([
    ['is missing', {}, '/schema required'],
    ['names an unknown contract', { schema: '1.0' }, '/schema enum'],
    ['names a version that is not known', { schema: 'finding.v2' }, '/schema enum'],
  ])('also validates against the contract that has the members if the schema %s', (_, schema, first) => {
    const { schema: _schema, ...members } = finding
    const artifact = { ...schema, ...members, severity: 1 }
    expect(found(artifact)).toEqual([first, '/severity enum'])
    expect(found([artifact])).toEqual([' type', `/0${first}`, '/0/severity enum'])
    expect(validate(artifact)).not.toHaveProperty('meant')
  })

  it('names the contract that has the members, in the message and as the template', () => {
    const { schema: _, ...members } = finding
    const { verdict } = validate(members)
    expect(verdict).toMatchObject({
      violations: [
        {
          message:
            'Required member "schema" is missing; expected "finding.v1"; the members of this artifact are those of a finding.v1: set "schema" to "finding.v1"',
          template: 'finding.v1',
        },
      ],
    })
    expect(violationsOf(verdict)[0]).not.toHaveProperty('fix')
  })

  it('names no contract if the schema is similar to one that does not have the members', () => {
    expect(found({ ...finding, schema: 'plan.v2', severity: 1 })).toEqual(['/schema enum'])
  })

  it('names the versions that exist if the schema names another one, and suggests none', () => {
    const { verdict } = validate({ ...finding, schema: 'finding.v3' })
    const [violation] = violationsOf(verdict)
    expect(violation?.message).toMatch(/received the string "finding.v3"; the known version is "finding.v1"$/)
    for (const member of ['suggestion', 'template', 'fix']) expect(violation).not.toHaveProperty(member)
    const several = ['finding.v1', 'finding.v2', 'plan.v1']
    expect(existingVersions('finding.v3', several)).toEqual(['finding.v1', 'finding.v2'])
    expect(existingVersions('finding', several)).toEqual([])
    for (const schema of ['finding.v3', 'finding.v12', 'finding.v', 'finding'])
      expect(contractNamedBy(schema, several)).toBeUndefined()
    expect(contractNamedBy('plan', several)).toBe('plan.v1')
  })

  it('has no template if any contract could be meant', () => {
    for (const artifact of [{}, { title: 'x' }, { schema: 'poem.v1' }, [1, 2]])
      expect(violationsOf(validate(artifact).verdict)[0]).not.toHaveProperty('template')
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
    expect(first?.message).toMatch(
      /^Required member "schema" is missing; .*; the members of this artifact are those of a finding\.v1: set "schema" to "finding\.v1"$/,
    )
  })

  it('has the advice to set its schema if its members are those of the contract', () => {
    const messages = violationsAgainst('finding.v1', { ...finding, schema: 'plan.v1', probability: 1 }).map(
      ({ message }) => message,
    )
    expect(messages).toEqual([
      'Expected "finding.v1"; received the string "plan.v1"; the members of this artifact are those of a finding.v1: set "schema" to "finding.v1"',
      expect.stringContaining('the known members are'),
    ])
  })

  it('has the advice to set its schema before what another contract expects', () => {
    const [first] = violationsAgainst('adr.v1', { ...finding, schema: 'adr.v1' })
    expect(first?.message).toMatch(
      /^The members of this artifact are those of a finding\.v1: set "schema" to "finding\.v1"; for an adr\.v1: Required member/,
    )
  })

  it('has the advice to set its schema if neither its schema nor the contract fits its members', () => {
    const [first] = violationsAgainst('risk.v1', { ...finding, schema: 'plan.v1' })
    expect(first?.message).toMatch(/are those of a finding\.v1: set "schema" to "finding\.v1"$/)
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
