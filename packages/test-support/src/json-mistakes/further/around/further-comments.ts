import type { Random } from '../../../artifacts/random.ts'
import { insertAt } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { endsValue } from '../../tokens.ts'
import { anywhere, around } from '../kinds.ts'
import { linesIn } from '../members.ts'
import { tokensOf } from '../tokens-of.ts'

/** What says nothing about a value. */
const remark = (random: Random): string =>
  random.pick(['generated', 'see the wiki', 'reviewed by Anke', 'TODO: format', '***', 'do not edit'])

const comment = (random: Random): string =>
  random.pick([`/* ${remark(random)} */`, `// ${remark(random)}`, `# ${remark(random)}`])

/** Comments that say nothing about a member, also those of other languages. */
export const furtherCommentMistakes: readonly Mistake[] = [
  around('comment before the artifact', (random) => [`${comment(random)}\n`, '']),
  around('comment after the artifact', (random) => ['', `\n${comment(random)}\n`]),
  anywhere('block comment after a value', (json, random) =>
    json.tokens
      .filter((token) => token.container !== -1 && endsValue(token))
      .map(({ end }) => [insertAt(end, ` /* ${remark(random)} */`)]),
  ),
  anywhere('block comment beside a colon', (json, random) =>
    tokensOf(json, ':').map(({ start, end }) => [
      insertAt(random.pick([start, end]), ` /* ${remark(random)} */`),
    ]),
  ),
  anywhere('line comment after the last member', (json, random) =>
    linesIn(json)
      .filter(({ content }) => /[^,{[]$/.test(content))
      .slice(0, -1)
      .map(({ end }) => [insertAt(end - 1, ` ${random.pick(['//', '#'])} ${remark(random)}`)]),
  ),
  anywhere('line comment with brackets and quotes', (json, random) =>
    linesIn(json)
      .filter(({ content }) => content.endsWith(','))
      .map(({ end }) => [insertAt(end - 1, ` // ${remark(random)}, {and} "so" on`)]),
  ),
  anywhere('comment of another language', (json, random) =>
    linesIn(json)
      .filter(({ content }) => /[,{[]$/.test(content))
      .map(({ end }) => {
        const [open, close] = random.pick([
          ['<!--', ' -->'],
          ['--', ''],
          ['%', ''],
          ['<--', ''],
        ] as const)
        return [insertAt(end - 1, ` ${open} ${remark(random)}${close}`)]
      }),
  ),
  anywhere(
    'remark between members',
    (json, random) => tokensOf(json, ',').map(({ end }) => [insertAt(end, ` ${remark(random)} `)]),
    { ambiguous: 'words without a sign of a comment can be content' },
  ),
]
