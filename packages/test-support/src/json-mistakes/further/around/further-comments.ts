import type { Random } from '../../../artifacts/random.ts'
import { insertAt } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { endsValue, isOpening } from '../../tokens.ts'
import { anywhere, around } from '../kinds.ts'
import { linesIn } from '../members.ts'
import { tokensOf } from '../tokens-of.ts'

/** What says nothing about a value. */
const remark = (random: Random): string =>
  random.pick(['generated', 'see the wiki', 'reviewed by Anke', 'TODO: format', '***', 'do not edit'])

/** Comments that say nothing about a member, in the places of other languages. */
export const furtherCommentMistakes: readonly Mistake[] = [
  around('comment before the artifact', (random) => [
    random.pick([`/* ${remark(random)} */\n`, `// ${remark(random)}\n`, `# ${remark(random)}\n`]),
    '',
  ]),
  around('comment after the artifact', (random) => [
    '',
    random.pick([` /* ${remark(random)} */`, `\n// ${remark(random)}\n`, `\n# ${remark(random)}\n`]),
  ]),
  anywhere('comment before or after a colon', (json, random) =>
    tokensOf(json, ':').map(({ start, end }) => [
      insertAt(random.pick([start, end]), ` /* ${remark(random)} */`),
    ]),
  ),
  anywhere('block comment after a value', (json, random) =>
    json.tokens
      .filter((token) => endsValue(token) && token.container !== -1)
      .map(({ end }) => [insertAt(end, ` /* ${remark(random)} */`)]),
  ),
  anywhere('line comment after the last member', (json, random) =>
    linesIn(json)
      .filter(({ content }) => /[^,{[]$/.test(content))
      .slice(0, -1)
      .map(({ end }) => [insertAt(end - 1, ` ${random.pick(['//', '#'])} ${remark(random)}`)]),
  ),
  anywhere('line comment after a comma', (json, random) =>
    linesIn(json)
      .filter(({ content }) => content.endsWith(','))
      .map(({ end }) => [insertAt(end - 1, ` // ${remark(random)}, {and} "so" on`)]),
  ),
  anywhere('comment of HTML', (json, random) =>
    json.tokens
      .filter(({ kind }) => kind === ',' || isOpening(kind))
      .map(({ end }) => [insertAt(end, ` <!-- ${remark(random)} --> `)]),
  ),
  anywhere('comment of SQL or LaTeX', (json, random) =>
    linesIn(json)
      .filter(({ content }) => /[,{[]$/.test(content))
      .map(({ end }) => [insertAt(end - 1, ` ${random.pick(['--', '%', ';;'])} ${remark(random)}`)]),
  ),
  anywhere('arrow with a remark', (json, random) =>
    linesIn(json)
      .filter(({ content }) => content.endsWith(','))
      .map(({ end }) => [insertAt(end - 1, ` ${random.pick(['<--', '←', '<=='])} ${remark(random)}`)]),
  ),
  anywhere(
    'block comment that does not end',
    (json, random) => tokensOf(json, ',').map(({ end }) => [insertAt(end, ` /* ${remark(random)} `)]),
    { ambiguous: 'the comment can end at any token' },
  ),
  anywhere(
    'remark between members',
    (json, random) => tokensOf(json, ',').map(({ end }) => [insertAt(end, ` ${remark(random)} `)]),
    { ambiguous: 'words without a sign of a comment can be content' },
  ),
  anywhere(
    'mark of a footnote after a value',
    (json, random) =>
      tokensOf(json, 'string', 'number').map(({ end }) => [
        insertAt(end, random.pick(['[1]', '¹', '*', '[^2]'])),
      ]),
    { ambiguous: 'the mark can belong to the value' },
  ),
]
