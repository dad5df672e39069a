import { formatJson } from '@workbench/json-text'
import { withArticle } from '../../messages/hints.ts'
import { formatList, summarizeValue } from '../../messages/describe-value.ts'
import type { SchemaNode } from '../../schema/types.ts'
import { expectedOf, JSON_TYPES } from '../conjunction.ts'
import { incompatibility } from '../incompatibility.ts'
import { anyFraction } from '../number-examples.ts'
import { unlistedExample } from '../unlisted-example.ts'
import { about, type KeywordCheck } from './keyword-check.ts'

export const checkType: KeywordCheck = (conjunction, node, { examples }) => {
  const names = expectedOf(node, 'type') ?? []
  const removed = JSON_TYPES.filter((name) => conjunction.allowsType(name) && !names.includes(name))
  return removed.flatMap((name) => {
    const isNarrowed = name === 'number' && names.includes('integer')
    const example = isNarrowed ? anyFraction(conjunction) : examples.ofType(conjunction, name)
    const phrase = name === 'null' ? name : withArticle(name)
    const message = `${phrase}${isNarrowed ? ' that is not an integer' : ''} is no longer allowed`
    return incompatibility(example, about(conjunction, node, 'type', message))
  })
}

const checkListed =
  (keyword: 'const' | 'enum', allowedBy: (node: SchemaNode) => readonly unknown[]): KeywordCheck =>
  (conjunction, node, { examples }) => {
    const allowed = allowedBy(node)
    const example = unlistedExample(conjunction, allowed, examples)
    const removed =
      typeof example === 'string' ? '' : `; ${formatJson(summarizeValue(example.value))} is no longer allowed`
    const message = `must be ${formatList(allowed, 'or')}${removed}`
    return incompatibility(example, about(conjunction, node, keyword, message))
  }

export const checkConst = checkListed('const', ({ schema }) => [schema['const']])

export const checkEnum = checkListed('enum', (node) => expectedOf(node, 'enum') ?? [])
