import type { Random } from '../../../artifacts/random.ts'
import { replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { anywhere } from '../kinds.ts'
import { enumValuesIn } from '../schema-of.ts'

/** A word of which the contract lists the allowed ones, written in another way. */
const wordAs = (
  name: string,
  write: (word: string, random: Random, others: readonly string[]) => string | undefined,
  details: Partial<Mistake> = {},
): Mistake =>
  anywhere(
    name,
    (json, random) =>
      enumValuesIn(json).flatMap(({ token, word, others }) => {
        const content = write(word, random, others)
        const isOther = content === undefined || others.includes(content) || content === word
        return isOther ? [] : [[replace(token, JSON.stringify(content))]]
      }),
    details,
  )

const left = (ambiguous: string): Partial<Mistake> => ({ ambiguous, mustBeLeft: true })

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Letters that look like others. */
const CYRILLIC: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с' }

/** Words that the contract does not list, but that stand for one that it does, or for the opposite. */
export const wordMistakes: readonly Mistake[] = [
  wordAs(
    'word with a sign of negation or doubt',
    (word, random) => random.pick(['!', '¬', '~', '-', '≠', '❌ ']) + word,
    left('the sign can reverse the meaning'),
  ),
  wordAs(
    'word with a question mark',
    (word, random) => word + random.pick(['?', ' ?', '??', ' (?)']),
    left('the mark means doubt'),
  ),
  wordAs(
    'negated word',
    (word, random) => random.pick(['not ', 'no ', 'non-', 'un', 'never ', 'in']) + word,
    left('the negation reverses the meaning'),
  ),
  wordAs(
    'word with further words',
    (word, random) =>
      random.chance(0.6)
        ? word +
          random.pick([
            ' with exceptions',
            ' if fixed',
            ' (false positive)',
            ' but disputed',
            ': false',
            '=no',
            ' until tested',
            ' - data is lost',
            ' (3 of 4 agree)',
          ])
        : random.pick(['almost ', 'probably ', 'formerly ', 'no longer ', 'to be ', 'partly ']) + word,
    left('the words beside it are content, or take the word back'),
  ),
  wordAs(
    'inflected or compound word',
    (word, random) => word + random.pick(['er', 'ly', 'ing', 'ness', '-free', '-like', 'less', 'ish']),
    left('an inflected or compound word can mean something else'),
  ),
  wordAs(
    'two words for one',
    (word, random, others) =>
      word + random.pick(['/', ' or ', ' -> ', ', ', ' to ', '|', ' and ']) + random.pick(others),
    left('each of the words can be the right one'),
  ),
  wordAs('word in another case or with another separator', (word, random) =>
    random.pick([
      capitalized(word),
      word.toUpperCase(),
      word.replaceAll('-', '_'),
      word.replaceAll('-', ' '),
    ]),
  ),
  wordAs('punctuation or marks of Markdown around a word', (word, random) =>
    random.pick([
      `${word}.`,
      ` ${word}`,
      `${word} `,
      `${word},`,
      `'${word}'`,
      `"${word}"`,
      `**${word}**`,
      `\`${word}\``,
    ]),
  ),
  wordAs('misspelt word', (word, random) => (word.length < 6 ? undefined : misspelt(word, random))),
  wordAs('word shortened, or with the name of its member', (word, random) =>
    random.chance(0.5) && /^\w{7,}$/.test(word)
      ? word.slice(0, random.integer(4, 5))
      : random.pick(['severity: ', 'status=', 'value: ']) + word,
  ),
  wordAs('invisible character or letter of another script in a word', (word, random) =>
    random.chance(0.5)
      ? word.replace(/[aeopc]/, (letter) => CYRILLIC[letter] ?? letter)
      : word.slice(0, 2) + random.pick(['\u200B', '\u00AD', '\uFEFF']) + word.slice(2),
  ),
]

/** Swaps two letters, drops one or doubles one. */
function misspelt(word: string, random: Random): string {
  const at = random.integer(1, word.length - 3)
  const [a = '', b = ''] = word.slice(at, at + 2)
  return word.slice(0, at) + random.pick([b + a, a, a + a + b]) + word.slice(at + 2)
}
