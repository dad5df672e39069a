import { describeTest, formatList, linearMatcher } from '@workbench/contracts/internal'
import type { Conjunction, JsonType } from '../schemas/conjunction.ts'
import type { Example } from '../examples/example.ts'
import { stringWhere } from '../examples/example-finder.ts'
import { numberWhere } from '../examples/number-where.ts'
import { incompatibility } from './incompatibility.ts'
import { about, answer, appliesTo, type CheckContext, type KeywordCheck } from './keyword-check.ts'

type Limit = 'maxLength' | 'minimum' | 'maximum' | 'minItems'

/** @param beyond finds a value of the conjunction that the limit rejects */
const checkLimit =
  (
    keyword: Limit,
    type: JsonType,
    beyond: (conjunction: Conjunction, limit: number, context: CheckContext) => Example,
  ): KeywordCheck =>
  (conjunction, node, context) => {
    const limit = node.schema[keyword] as number
    const before = conjunction[keyword]
    const isWithin = keyword.startsWith('min') ? before >= limit : before <= limit
    if (isWithin || !appliesTo(type, conjunction, node)) return 'compatible'
    const previously = Number.isFinite(before) ? before : 'unlimited'
    const demand = `must ${type === 'number' ? 'be' : 'have'} ${describeTest(keyword, limit)}`
    const found = about(conjunction, node, keyword, `${demand}; previously ${previously}`)
    return answer(incompatibility(beyond(conjunction, limit, context), found))
  }

export const limitChecks = {
  maxLength: checkLimit('maxLength', 'string', (conjunction, limit) =>
    stringWhere(conjunction, { minLength: limit + 1 }),
  ),
  minimum: checkLimit('minimum', 'number', (conjunction, limit) =>
    numberWhere(conjunction, (number) => number < limit, limit),
  ),
  maximum: checkLimit('maximum', 'number', (conjunction, limit) =>
    numberWhere(conjunction, (number) => number > limit, limit),
  ),
  minItems: checkLimit('minItems', 'array', (conjunction, _limit, { examples }) =>
    examples.arrayOfLength(conjunction, conjunction.minItems),
  ),
}

export const checkPattern: KeywordCheck = (conjunction, node) => {
  const source = node.schema['pattern'] as string
  const { patterns } = conjunction
  if (!appliesTo('string', conjunction, node) || patterns.includes(source)) return 'compatible'
  const found = stringWhere(conjunction, { notMatching: source })
  // The example of a pattern that the search does not support may match.
  const isWanted = typeof found === 'string' || !linearMatcher(source).test(found.value as string)
  const example = isWanted ? found : 'unknown'
  const message = [
    `must match ${source}`,
    ...(patterns.length > 0 ? [`previously ${formatList(patterns, 'and')}`] : []),
    ...(example === 'unknown' ? ['could not determine whether it rejects a previously valid string'] : []),
  ].join('; ')
  return answer(incompatibility(example, about(conjunction, node, 'pattern', message)))
}
