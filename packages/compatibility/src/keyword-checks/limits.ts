import { describeTest, formatList } from '@workbench/contracts/internal'
import type { Conjunction, JsonType } from '../schemas/conjunction.ts'
import type { Example } from '../examples/example.ts'
import { incompatibility } from './incompatibility.ts'
import { numberBeyond } from '../examples/number-examples.ts'
import { stringLongerThan, stringNotMatching } from '../examples/string-examples.ts'
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
    if (!appliesTo(type, conjunction, node)) return 'compatible'
    const limit = node.schema[keyword] as number
    const before = conjunction[keyword]
    const previously = Number.isFinite(before) ? before : 'unlimited'
    const demand = `must ${type === 'number' ? 'be' : 'have'} ${describeTest(keyword, limit)}`
    const found = about(conjunction, node, keyword, `${demand}; previously ${previously}`)
    return answer(incompatibility(beyond(conjunction, limit, context), found))
  }

export const limitChecks = {
  maxLength: checkLimit('maxLength', 'string', stringLongerThan),
  minimum: checkLimit('minimum', 'number', (conjunction, limit) => numberBeyond(conjunction, limit, -1)),
  maximum: checkLimit('maximum', 'number', (conjunction, limit) => numberBeyond(conjunction, limit, 1)),
  minItems: checkLimit('minItems', 'array', (conjunction, limit, { examples }) =>
    conjunction.minItems < limit ? examples.arrayOfLength(conjunction, conjunction.minItems) : 'none',
  ),
}

export const checkPattern: KeywordCheck = (conjunction, node) => {
  const source = node.schema['pattern'] as string
  const { patterns } = conjunction
  if (!appliesTo('string', conjunction, node) || patterns.includes(source)) return 'compatible'
  const example = stringNotMatching(conjunction, source)
  const message = [
    `must match ${source}`,
    ...(patterns.length > 0 ? [`previously ${formatList(patterns, 'and')}`] : []),
    ...(example === 'unknown' ? ['could not determine whether it rejects a previously valid string'] : []),
  ].join('; ')
  return answer(incompatibility(example, about(conjunction, node, 'pattern', message)))
}
