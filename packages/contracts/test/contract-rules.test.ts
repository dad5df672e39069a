import { readFileSync } from 'node:fs'

import { baseArtifact, contracts, ids, type Schema, schemaFiles } from './rules/artifacts.ts'
import { type Edit, edited } from '@workbench/test-support/json/edit-json'
import { violationsOf } from './support/violations-of.ts'

/** An edit of the valid example of a contract, and all expected violations. */
interface Case {
  readonly name: string
  readonly edits: readonly Edit[]
  readonly violations: readonly { readonly path: string; readonly keyword: string }[]
}

const casesOf = (id: string): Case[] =>
  JSON.parse(readFileSync(new URL(`rules/${id}.json`, import.meta.url), 'utf8')) as Case[]

const violationsAfter = (id: string, edits: readonly Edit[]) =>
  violationsOf(contracts.get(id).validate(edited(baseArtifact(id), edits)))

describe.each(ids)('%s', (id) => {
  test.each(casesOf(id))('validate() enforces the rule: $name', ({ edits, violations }) => {
    expect(violationsAfter(id, edits).map(({ path, keyword }) => ({ path, keyword }))).toEqual(violations)
  })

  test('is() agrees with validate() in every case', () => {
    const { is } = contracts.get(id)
    const disagreeing = casesOf(id).filter(
      ({ edits, violations }) => is(edited(baseArtifact(id), edits)) !== (violations.length === 0),
    )
    expect(disagreeing).toEqual([])
  })
})

describe('the cases', () => {
  test('cover every contract', () => {
    expect(contracts.ids).toEqual(ids)
    expect(ids.filter((id) => casesOf(id).length === 0)).toEqual([])
  })

  test('violate every keyword of every contract file', () => {
    const violated = new Set(
      ids.flatMap((id) => casesOf(id).flatMap(({ edits }) => violatedKeywords(id, edits))),
    )
    const keywords = [...schemaFiles].flatMap(([file, schema]) => keywordsIn(schema, `${file}#`))
    expect(keywords.length).toBeGreaterThan(200)
    expect(keywords.filter((keyword) => !violated.has(keyword))).toEqual([])
  })

  test('violate only keywords of the contract files', () => {
    const keywords = new Set([...schemaFiles].flatMap(([file, schema]) => keywordsIn(schema, `${file}#`)))
    const violated = ids.flatMap((id) => casesOf(id).flatMap(({ edits }) => violatedKeywords(id, edits)))
    expect(violated.filter((keyword) => !keywords.has(keyword))).toEqual([])
  })

  test('contain every enum value in a valid artifact', () => {
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

/** The schema paths of the keywords that an edit violates; for `required`, with the name of the missing member. */
const violatedKeywords = (id: string, edits: readonly Edit[]): string[] =>
  violationsAfter(id, edits).map(({ path, keyword, schemaPath = '' }) =>
    keyword === 'required' ? `${schemaPath} ${path.slice(path.lastIndexOf('/') + 1)}` : schemaPath,
  )

/** Keywords whose value is an object of schemas, and a schema. */
const WITH_MEMBERS = ['properties', '$defs']
const WITH_SCHEMA = ['items', 'then']
/** Keywords that cause no violations themselves. */
const WITHOUT_VIOLATIONS = ['$schema', '$id', '$ref', 'title', 'description', 'format', 'default', 'if']

/** Every schema path that a violation can have. An unknown keyword counts as one that causes violations. */
function keywordsIn(schema: Schema, pointer: string): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const path = `${pointer}/${keyword}`
    if (WITHOUT_VIOLATIONS.includes(keyword)) return []
    if (WITH_MEMBERS.includes(keyword)) {
      return Object.entries(value as Schema).flatMap(([name, member]) =>
        member === false ? [`${path}/${name}`] : keywordsIn(member as Schema, `${path}/${name}`),
      )
    }
    if (WITH_SCHEMA.includes(keyword)) return keywordsIn(value as Schema, path)
    if (keyword === 'required') return (value as string[]).map((name) => `${path} ${name}`)
    return [path]
  })
}

const enumValuesIn = (value: unknown): unknown[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) =>
        name === 'enum' && Array.isArray(member) ? (member as unknown[]) : enumValuesIn(member),
      )
