import { formatJson } from '@workbench/json-text'
import { formatList, type SchemaNode, summarizeValue, withArticle } from '@workbench/contracts/internal'
import { expectedOf, includesType, JSON_TYPES, type JsonType } from '../schemas/conjunction.ts'
import { incompatibility } from './incompatibility.ts'
import { numberWhere } from '../examples/number-where.ts'
import { about, answer, type KeywordCheck } from './keyword-check.ts'

export const checkType: KeywordCheck = (conjunction, node, { examples }) => {
  const names = expectedOf(node, 'type') ?? []
  const isKept = (name: JsonType) =>
    conjunction.isInteger ? includesType(names, name) : names.includes(name)
  const removed = JSON_TYPES.filter((name) => conjunction.allowsType(name) && !isKept(name))
  const found = removed.flatMap((name) => {
    const isNarrowed = name === 'number' && names.includes('integer')
    const example = isNarrowed
      ? numberWhere(conjunction, (number) => !Number.isInteger(number))
      : examples.ofType(conjunction, name)
    const phrase = name === 'null' ? name : withArticle(name)
    const message = `${phrase}${isNarrowed ? ' that is not an integer' : ''} is no longer allowed`
    return incompatibility(example, about(conjunction, node, 'type', message))
  })
  return answer(found)
}

const checkListed =
  (keyword: 'const' | 'enum', allowedBy: (node: SchemaNode) => readonly unknown[]): KeywordCheck =>
  (conjunction, node, { examples }) => {
    const allowed = allowedBy(node)
    const example = examples.unlisted(conjunction, allowed)
    const removed =
      typeof example === 'string' ? '' : `; ${formatJson(summarizeValue(example.value))} is no longer allowed`
    const message = `must be ${formatList(allowed, 'or')}${removed}`
    return answer(incompatibility(example, about(conjunction, node, keyword, message)))
  }

export const checkConst = checkListed('const', ({ schema }) => [schema['const']])

export const checkEnum = checkListed('enum', (node) => expectedOf(node, 'enum') ?? [])
