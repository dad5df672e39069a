import { insertAt, remove } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { isClosing, isOpening } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { linesIn, listsIn, membersIn } from '../members.ts'

const OPEN_OBJECT =
  'in an object that allows any member, the next member can belong to it or to the outer one'

/** Lines and neighbouring tokens that are lost or written twice. */
export const lostLinesMistakes: readonly Mistake[] = [
  anywhere(
    'line with a closing brace and a comma lost',
    (json) =>
      linesIn(json)
        .filter(({ content }) => content === '},')
        .map((line) => [remove(line)]),
    { ambiguous: OPEN_OBJECT },
  ),
  anywhere('line with a closing bracket and a comma lost', (json) =>
    linesIn(json)
      .filter(({ content }) => content === '],')
      .map((line) => [remove(line)]),
  ),
  anywhere(
    'closing bracket and comma missing',
    ({ tokens }) =>
      tokens.flatMap((token, index) => {
        const comma = tokens[index + 1]
        return isClosing(token.kind) && comma?.kind === ',' ? [[remove(token), remove(comma)]] : []
      }),
    { ambiguous: OPEN_OBJECT },
  ),
  anywhere('two closing brackets missing', ({ tokens }) =>
    tokens.flatMap((token, index) => {
      const next = tokens[index + 1]
      return next && isClosing(token.kind) && isClosing(next.kind) && next.container !== -1
        ? [[remove(token), remove(next)]]
        : []
    }),
  ),
  anywhere(
    'boundary of two objects in a list lost',
    (json) =>
      listsIn(json, '{').flatMap(({ items, commas }) =>
        commas.map((comma, index) => {
          const at = json.tokens.indexOf(comma)
          const [before, after] = [json.tokens[at - 1], items[index + 1]]
          return before && after ? [remove(before), remove(after)] : []
        }),
      ),
    { ambiguous: 'optional members at the boundary can belong to the first or to the second object' },
  ),
  anywhere(
    'line with a name and an opening bracket lost',
    (json) =>
      linesIn(json)
        .filter(({ content }) => /^".*": [{[]$/.test(content))
        .map((line) => [remove(line)]),
    { ambiguous: 'the name is not in the text' },
  ),
  anywhere('line of a member doubled', (json) =>
    linesIn(json)
      .filter(({ content }) => /^"\w+": .*[^{[],$/.test(content))
      .map(({ start, end }) => [insertAt(end, json.text.slice(start, end))]),
  ),
  anywhere('line with a closing bracket doubled', (json) =>
    linesIn(json)
      .filter(({ content }) => /^[}\]],?$/.test(content))
      .map(({ start, end }) => [insertAt(end, json.text.slice(start, end))]),
  ),
  anywhere('line with an opening bracket doubled', (json) =>
    linesIn(json)
      .filter(({ start, content }) => start > 0 && /[{[]$/.test(content))
      .map(({ start, end }) => [insertAt(end, json.text.slice(start, end))]),
  ),
  anywhere('colon and opening bracket missing', ({ tokens }) =>
    tokens.flatMap((colon, index) => {
      const next = tokens[index + 1]
      return colon.kind === ':' && next && isOpening(next.kind) ? [[remove(colon), remove(next)]] : []
    }),
  ),
  anywhere('closing bracket after the next member', (json) => {
    const members = membersIn(json)
    return members.flatMap(({ value, end, comma }) => {
      const next = members.find(({ start }) => start > end)
      if (!comma || !next || value.kind !== '{' || next.name.container !== value.container) return []
      return [[remove({ start: end - 1, end }), insertAt(next.end, '}')]]
    })
  }),
  {
    name: 'all closing brackets missing',
    ambiguous: OPEN_OBJECT,
    edits: ({ tokens }) => tokens.filter(({ kind }) => isClosing(kind)).map(remove),
  },
  {
    name: 'all last brackets missing',
    edits: ({ tokens }) => {
      const from = tokens.findLastIndex(({ kind }) => !isClosing(kind))
      const last = tokens.slice(from + 1)
      return last.length > 1 ? last.map(remove) : []
    },
  },
  anywhere(
    'value missing after a colon',
    (json) =>
      membersIn(json)
        .filter(({ value }) => !isOpening(value.kind))
        .map(({ value }) => [remove(value)]),
    { ambiguous: 'the value is not in the text' },
  ),
  anywhere('name missing before a colon', (json) => membersIn(json).map(({ name }) => [remove(name)]), {
    ambiguous: 'the name is not in the text',
  }),
]
