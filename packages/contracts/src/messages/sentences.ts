import type { Correction } from '../failures/correction.ts'
import { formatJson, type Json, memoized, quote } from '@workbench/json-text'
import type { SchemaNode, TestKeyword } from '../schema/types.ts'
import type { Expectations } from '../schema/expectations.ts'
import type { Failure, FailureOf } from '../failures/failure.ts'
import { describeValue, formatList, jsonTypeOf, summarizeValue } from './describe-value.ts'
import { describeSchema, describeTest } from './describe-schema.ts'

/** What a violation says of a failure. */
interface Sentence {
  /** Without the hint at its end. */
  readonly text: string
  /** See {@link Violation.received}. */
  readonly received?: Json
}

/** The sentence of each kind of failure. */
const SENTENCES: {
  readonly [Keyword in keyof Expectations]: (failure: FailureOf<Keyword>, correction: Correction) => Sentence
} = {
  type: ({ node, received }, { literal }) => ({
    text: `${openingOf(node)}${literal === undefined ? describeValue(received) : `the number ${literal}`}`,
    received: Number.isNaN(received) ? 'NaN' : jsonTypeOf(received),
  }),
  const: (failure) => expected(failure, describeValue(failure.received)),
  enum: (failure) => expected(failure, describeValue(failure.received)),
  pattern: ({ node, received, expected: pattern }) =>
    received === undefined
      ? { text: `Expected text that matches ${pattern}; ${NOT_CHECKED}` }
      : {
          text: `Expected ${patternOf(node)}; received ${quote(received as string)}`,
          received: summarizeValue(received),
        },
  maxLength: (failure) => expected(failure, String(failure.received)),
  minimum: (failure) => expected(failure, String(failure.received)),
  maximum: (failure) => expected(failure, String(failure.received)),
  minItems: (failure) => expected(failure, String(failure.received)),
  required: ({ node, location }, { onlyValue }) => {
    const name = String(location.segment)
    const schema = node.constraints.members?.properties.get(name)
    const description =
      onlyValue === undefined ? typeof schema === 'object' && descriptionOf(schema) : formatJson(onlyValue)
    return {
      text: `Required member ${quote(name)} is missing${description ? `; expected ${description}` : ''}`,
    }
  },
  properties: ({ location, received }) => ({
    text: `Member ${quote(String(location.segment))} must be absent`,
    received: summarizeValue(received),
  }),
  additionalProperties: ({ received }) => ({
    text: `Unexpected member ${quote(received as string)}`,
    received: summarizeValue(received),
  }),
  depth: ({ expected: limit }) => ({ text: `Expected at most ${limit} levels of nesting; received more` }),
  evaluations: ({ expected: limit }) => ({
    text: `Expected at most ${limit} evaluations of "$ref", "if" and "then"; received more: the artifact was not checked`,
  }),
}

const NOT_CHECKED =
  'received a text that could not be checked, because the pattern needs too many steps for it: shorten it'

export const sentenceOf = (failure: Failure, correction: Correction): Sentence =>
  (SENTENCES[failure.keyword] as (failure: Failure, correction: Correction) => Sentence)(failure, correction)

const expected = <Keyword extends TestKeyword>(failure: FailureOf<Keyword>, received: string): Sentence => ({
  text: `Expected ${describeTest(failure.keyword, failure.expected)}; received ${received}`,
  received: summarizeValue(failure.received),
})

/** A value of a wrong type may be far from what is expected: the whole schema is described. */
const descriptionOf = memoized((node: SchemaNode) => describeSchema(node, 2))
const openingOf = memoized((node: SchemaNode) => `Expected ${descriptionOf(node)}; received `)

const patternOf = memoized(({ schema }: SchemaNode) => describeTest('pattern', schema['pattern'] as string))

/** The names that can be meant. Only the first of several violations of one object's schema lists them. */
export const knownMembersNote = memoized((names: readonly string[]) =>
  names.length === 0 ? '; no member is allowed here' : `; the known members are ${formatList(names, 'and')}`,
)
