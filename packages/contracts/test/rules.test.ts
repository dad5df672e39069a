import { readFileSync } from 'node:fs'

import type { Violation } from '@workbench/contracts'

import { baseArtifact, contracts, ids, type Schema, schemaFiles } from './rules/artifacts.ts'
import { type Edit, edited } from './rules/edit.ts'

/** One way to edit the valid example of a contract, and all the violations that must come of it. */
interface Case {
  readonly name: string
  readonly edits: readonly Edit[]
  readonly violations: readonly { readonly path: string; readonly keyword: string }[]
}

const casesOf = (id: string): Case[] =>
  JSON.parse(readFileSync(new URL(`rules/${id}.json`, import.meta.url), 'utf8')) as Case[]

const violationsOf = (id: string, edits: readonly Edit[]): readonly Violation[] => {
  const verdict = contracts.get(id).validate(edited(baseArtifact(id), edits))
  return verdict.valid ? [] : verdict.violations
}

describe.each(ids)('%s', (id) => {
  test.each(casesOf(id))('validate() knows that $name', ({ edits, violations }) => {
    expect(violationsOf(id, edits).map(({ path, keyword }) => ({ path, keyword }))).toEqual(violations)
  })

  test('is() agrees with every case', () => {
    const { is } = contracts.get(id)
    const disagreeing = casesOf(id).filter(
      ({ edits, violations }) => is(edited(baseArtifact(id), edits)) !== (violations.length === 0),
    )
    expect(disagreeing).toEqual([])
  })
})

describe('the cases', () => {
  test('there are eleven contracts', () => {
    expect(ids).toEqual([
      'adr.v1',
      'compliance-check.v1',
      'estimate.v1',
      'fact.v1',
      'finding.v1',
      'handoff.v1',
      'plan.v1',
      'requirement.v1',
      'review.v1',
      'risk.v1',
      'tracker-item.v1',
    ])
    expect(contracts.ids).toEqual(ids)
  })

  test('every rule of every contract file is broken by at least one case', () => {
    const broken = new Set(ids.flatMap((id) => casesOf(id).flatMap(({ edits }) => brokenRules(id, edits))))
    const rules = [...schemaFiles].flatMap(([file, schema]) => rulesIn(schema, `${file}#`))
    expect(rules.length).toBeGreaterThan(200)
    expect(rules.filter((rule) => !broken.has(rule))).toEqual([])
  })

  test('no case breaks a rule that does not stand in a contract file', () => {
    const rules = new Set([...schemaFiles].flatMap(([file, schema]) => rulesIn(schema, `${file}#`)))
    const broken = ids.flatMap((id) => casesOf(id).flatMap(({ edits }) => brokenRules(id, edits)))
    expect(broken.filter((rule) => !rules.has(rule))).toEqual([])
  })

  test('every allowed value of every enum is in a valid case', () => {
    const seen = new Set(
      ids.flatMap((id) =>
        casesOf(id).flatMap(({ edits, violations }) =>
          violations.length > 0 ? [] : edits.flatMap((edit) => ('set' in edit ? [edit.to] : [])),
        ),
      ),
    )
    const allowed = [...schemaFiles.values()].flatMap(enumValuesIn)
    expect(allowed.filter((value) => !seen.has(value))).toEqual([])
  })
})

/** The rules that a case breaks, a missing member as a rule of its own. */
const brokenRules = (id: string, edits: readonly Edit[]): string[] =>
  violationsOf(id, edits).map(({ path, keyword, schemaPath = '' }) =>
    keyword === 'required' ? `${schemaPath} ${path.slice(path.lastIndexOf('/') + 1)}` : schemaPath,
  )

/** Where a keyword's value holds further schemas. */
const HOLDS_MEMBERS = ['properties', '$defs']
const HOLDS_SCHEMA = ['items', 'then']
/** Keywords that ask nothing of a value; `if` and `$ref` only lead to others. */
const ASKS_NOTHING = ['$schema', '$id', '$ref', 'title', 'description', 'format', 'default', 'if']

/** Every place in a contract file that a violation can name; whatever this does not know is taken for a rule. */
function rulesIn(schema: Schema, pointer: string): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const place = `${pointer}/${keyword}`
    if (ASKS_NOTHING.includes(keyword)) return []
    if (HOLDS_MEMBERS.includes(keyword)) {
      return Object.entries(value as Schema).flatMap(([name, member]) =>
        member === false ? [`${place}/${name}`] : rulesIn(member as Schema, `${place}/${name}`),
      )
    }
    if (HOLDS_SCHEMA.includes(keyword)) return rulesIn(value as Schema, place)
    if (keyword === 'required') return (value as string[]).map((name) => `${place} ${name}`)
    return [place]
  })
}

const enumValuesIn = (value: unknown): unknown[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) =>
        name === 'enum' && Array.isArray(member) ? (member as unknown[]) : enumValuesIn(member),
      )
