import { insertAt, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { isOpening } from '../../tokens.ts'
import { anywhere, around } from '../kinds.ts'
import { listsIn, membersIn } from '../members.ts'
import { sourceOf } from '../tokens-of.ts'

const noun = (contract: string): string => contract.split('.')[0] ?? contract

/** The artifact or a value in an array, an object or another structure. */
export const wrapperMistakes: readonly Mistake[] = [
  around('artifact in an array', () => ['[', ']']),
  around('artifact in an array with a comma', () => ['[\n', ',\n]']),
  around('artifact in a member', (random, { contract }) => [
    `{"${random.pick([noun(contract), 'artifact', 'result', 'data'])}": `,
    '}',
  ]),
  around('artifact in a member in a member', (_, { contract }) => [`{"data": {"${noun(contract)}": `, '}}']),
  around('artifact in parentheses', () => ['(', ')']),
  around('artifact in doubled braces', () => ['{', '}']),
  around('artifact as the arguments of a tool call', (random) => [
    `{"name": "${random.pick(['write', 'save_artifact', 'submit'])}", "arguments": `,
    '}',
  ]),
  anywhere('list in a list', (json) =>
    listsIn(json).map(({ open, close }) => [insertAt(open.start, '['), insertAt(close.end, ']')]),
  ),
  anywhere('list as an object with indices', (json) =>
    listsIn(json).map(({ open, close, items }) => [
      replace(open, '{'),
      ...items.map(({ start }, index) => insertAt(start, `"${index}": `)),
      replace(close, '}'),
    ]),
  ),
  anywhere('item in a list of one', (json) =>
    listsIn(json, '{').flatMap(({ open, close, items, commas }) =>
      items.map(({ start }, index) => [
        insertAt(start, '['),
        insertAt(lastBefore(json.text, (commas[index] ?? close).start, open.end), ']'),
      ]),
    ),
  ),
  anywhere('value in a list of one', (json) =>
    membersIn(json)
      .filter(({ value }) => !isOpening(value.kind))
      .map(({ value }) => [replace(value, `[${sourceOf(json, value)}]`)]),
  ),
  anywhere('value in an object', (json, random) =>
    membersIn(json)
      .filter(({ value }) => !isOpening(value.kind))
      .map(({ value }) => [
        replace(value, `{"${random.pick(['value', 'text', 'type'])}": ${sourceOf(json, value)}}`),
      ]),
  ),
]

/** The end of the last character that is no white space. */
function lastBefore(text: string, end: number, least: number): number {
  let at = end
  while (at > least && /\s/.test(text[at - 1] ?? '')) at--
  return at
}
