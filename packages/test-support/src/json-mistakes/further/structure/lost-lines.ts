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
  anywhere(
    'several closing brackets missing',
    ({ tokens }, random) => {
      const from = tokens.findLastIndex(({ kind }) => !isClosing(kind)) + 1
      const pairs = tokens.flatMap((token, index) => {
        const next = tokens[index + 1]
        return next && isClosing(token.kind) && isClosing(next.kind) && index < from ? [[token, next]] : []
      })
      const last = tokens.slice(from)
      return (random.chance(0.5) && last.length > 1 ? [last] : pairs).map((each) => each.map(remove))
    },
    { ambiguous: OPEN_OBJECT },
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
  anywhere('line of a member doubled', (json) =>
    linesIn(json)
      .filter(({ content }) => /^"\w+": .*[^{[],$/.test(content))
      .map(({ start, end }) => [insertAt(end, json.text.slice(start, end))]),
  ),
  anywhere('line with a bracket doubled', (json) =>
    linesIn(json)
      .filter(({ start, content }) => start > 0 && /[{[]$|^[}\]],?$/.test(content))
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
]
