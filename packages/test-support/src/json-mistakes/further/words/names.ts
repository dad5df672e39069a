import type { Random } from '../../../artifacts/random.ts'
import { insertAt, replace } from '../../edits.ts'
import type { ArtifactText, Mistake } from '../../mistakes/mistake.ts'
import type { Token } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { membersIn } from '../members.ts'
import { typedValuesIn } from '../schema-of.ts'
import { contentOf, sourceOf } from '../tokens-of.ts'

/** The names that the contract describes, in objects that allow no others. */
const knownNamesIn = (json: ArtifactText): Token[] =>
  typedValuesIn(json).flatMap(({ name }) => (name ? [name] : []))

/** A name that is written in another way. */
const nameAs = (
  name: string,
  write: (name: string, random: Random) => string | undefined,
  details: Partial<Mistake> = {},
): Mistake =>
  anywhere(
    name,
    (json, random) =>
      knownNamesIn(json).flatMap((token) => {
        const content = write(contentOf(json, token), random)
        return content === undefined ? [] : [[replace(token, JSON.stringify(content))]]
      }),
    details,
  )

const words = (name: string): string[] => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase())

/** Names of members that the contract does not know. */
export const nameMistakes: readonly Mistake[] = [
  nameAs('name in another notation or case', (name, random) => {
    const parts = words(name)
    return random.pick([
      parts.join('_'),
      parts.join('-'),
      parts.join(' '),
      name.toUpperCase(),
      name.charAt(0).toUpperCase() + name.slice(1),
    ])
  }),
  nameAs('white space or a colon in a name', (name, random) =>
    random.pick([`${name} `, ` ${name}`, `${name}:`, `${name}\u200B`]),
  ),
  nameAs('misspelt name', (name) => (name.length < 6 ? undefined : name.slice(0, 2) + name.slice(3))),
  nameAs(
    'name with a sign or a path before it',
    (name, random) => random.pick(['$', '@', '_', '.', '--', 'artifact.', 'data.']) + name,
  ),
  nameAs(
    'name with a remark',
    (name, random) => name + random.pick([' (1-5)', ' (optional)', '?', ': string', '*']),
    {
      ambiguous: 'the remark can be content',
    },
  ),
  nameAs(
    'name that is taken back',
    (name, random) => random.pick(['old_', '//', '#', 'previous_', 'not_', '!']) + name,
    {
      ambiguous: 'the name can mean another member, for example a former value',
      mustBeLeft: true,
    },
  ),
  anywhere(
    'member twice with different values',
    (json, random) =>
      membersIn(json)
        .filter(({ value, comma }) => value.kind === 'string' && comma)
        .map(({ name, end }) => [
          insertAt(
            end,
            `, ${sourceOf(json, name)}: ${JSON.stringify(`Another text ${random.integer(1, 9)}`)}`,
          ),
        ]),
    { ambiguous: 'each of the values can be the right one', mustBeLeft: true },
  ),
  anywhere('other name and a unit with the number', (json, random) =>
    membersIn(json).flatMap(({ name, value }) => {
      const [, noun, unit] = /^(\w+?)(Hours|Eur)$/.exec(contentOf(json, name)) ?? []
      if (noun === undefined || value.kind !== 'number') return []
      const written = unit === 'Eur' ? [' EUR', ' €'] : [' h', 'h']
      return [
        [replace(name, `"${noun}"`), replace(value, `"${sourceOf(json, value)}${random.pick(written)}"`)],
      ]
    }),
  ),
]
