import { pluralize, formatList } from '../../violations/messages.ts'
import type { SchemaNode } from '../../schema/types.ts'
import type { Conjunction } from '../conjunction.ts'
import { linearMatcher } from '../../regexp/linear-matcher.ts'
import { type Incompatibility, incompatibility } from '../incompatibility.ts'
import { numberAbove, numberBelow } from '../number-examples.ts'
import { stringLongerThan, stringWhere } from '../string-examples.ts'
import { about, appliesTo, type CheckContext } from './keyword-check.ts'

export function checkMaxLength(conjunction: Conjunction, node: SchemaNode): Incompatibility[] {
  if (!appliesTo('string', conjunction, node)) return []
  const limit = node.schema['maxLength'] as number
  const message = `must have at most ${pluralize(limit, 'character')}; ${previously(conjunction.maxLength)}`
  return incompatibility(stringLongerThan(conjunction, limit), about(conjunction, node, 'maxLength', message))
}

/** A changed pattern is undecided, unless one of a few strings proves that it rejects more. */
export function checkPattern(conjunction: Conjunction, node: SchemaNode): Incompatibility[] {
  const source = node.schema['pattern'] as string
  const { patterns } = conjunction
  if (!appliesTo('string', conjunction, node) || patterns.includes(source)) return []
  const matcher = linearMatcher(source)
  const example = stringWhere(conjunction, (text) => !matcher.test(text))
  const message = [
    `must match ${source}`,
    ...(patterns.length > 0 ? [`previously ${formatList(patterns, 'and')}`] : []),
    ...(example === 'unknown' ? ['could not determine whether it rejects a previously valid string'] : []),
  ].join('; ')
  return incompatibility(example, about(conjunction, node, 'pattern', message))
}

export function checkMinimum(conjunction: Conjunction, node: SchemaNode): Incompatibility[] {
  if (!appliesTo('number', conjunction, node)) return []
  const limit = node.schema['minimum'] as number
  const message = `must be at least ${limit}; ${previously(conjunction.minimum)}`
  return incompatibility(numberBelow(conjunction, limit), about(conjunction, node, 'minimum', message))
}

export function checkMaximum(conjunction: Conjunction, node: SchemaNode): Incompatibility[] {
  if (!appliesTo('number', conjunction, node)) return []
  const limit = node.schema['maximum'] as number
  const message = `must be at most ${limit}; ${previously(conjunction.maximum)}`
  return incompatibility(numberAbove(conjunction, limit), about(conjunction, node, 'maximum', message))
}

export function checkMinItems(
  conjunction: Conjunction,
  node: SchemaNode,
  { examples }: CheckContext,
): Incompatibility[] {
  const limit = node.schema['minItems'] as number
  if (!appliesTo('array', conjunction, node) || conjunction.minItems >= limit) return []
  const message = `must have at least ${pluralize(limit, 'item')}; ${previously(conjunction.minItems)}`
  return incompatibility(
    examples.arrayOfLength(conjunction, conjunction.minItems),
    about(conjunction, node, 'minItems', message),
  )
}

const previously = (limit: number): string =>
  Number.isFinite(limit) ? `previously ${limit}` : 'previously unlimited'
