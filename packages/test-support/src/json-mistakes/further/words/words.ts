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

const NEGATED = left('the sign or the word can reverse the meaning')
const QUALIFIED = left('the words around it can restrict or take back the meaning')

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const TRANSLATED: Readonly<Record<string, string>> = {
  critical: 'kritisch',
  high: 'hoch',
  medium: 'mittel',
  low: 'niedrig',
  confirmed: 'bestätigt',
  file: 'Datei',
  command: 'commande',
  proposed: 'vorgeschlagen',
  accepted: 'accepté',
  rejected: 'rechazado',
  partial: 'teilweise',
  complete: 'vollständig',
  blocked: 'bloqué',
  hours: 'Stunden',
  days: 'jours',
  open: 'offen',
  closed: 'cerrado',
  done: 'erledigt',
  risk: 'Risiko',
  decision: 'décision',
}

/** Words that the contract does not list, but that stand for one that it does, or for the opposite. */
export const wordMistakes: readonly Mistake[] = [
  wordAs(
    'word with a sign of negation',
    (word, random) => random.pick(['!', '¬', '~', '-', '≠', '^']) + word,
    NEGATED,
  ),
  wordAs(
    'word with a question mark',
    (word, random) => word + random.pick(['?', ' ?', '??', ' (?)']),
    left('the mark means doubt'),
  ),
  wordAs(
    'negated word',
    (word, random) =>
      random.pick([
        `not ${word}`,
        `no ${word}`,
        `non-${word}`,
        `un${word}`,
        `never ${word}`,
        `${word}: false`,
        `${word}=no`,
      ]),
    NEGATED,
  ),
  wordAs(
    'word with a restriction after it',
    (word, random) =>
      word +
      random.pick([
        ' with exceptions',
        ' if fixed',
        ' (false positive)',
        ' but disputed',
        ' until proven',
        ' except for tests',
        ' pending review',
      ]),
    QUALIFIED,
  ),
  wordAs(
    'word with a restriction before it',
    (word, random) =>
      random.pick(['almost ', 'probably ', 'formerly ', 'no longer ', 'to be ', 'partly ', 'likely ']) + word,
    QUALIFIED,
  ),
  wordAs(
    'word in a compound',
    (word, random) =>
      random.pick([`${word}-free`, `${word}-like`, `sub${word}`, `${word}less`, `pre-${word}`]),
    QUALIFIED,
  ),
  wordAs(
    'two words for one',
    (word, random, others) =>
      word + random.pick(['/', ' or ', ' -> ', ', ', ' to ', '|', ' and ']) + random.pick(others),
    left('each of the words can be the right one'),
  ),
  wordAs(
    'inflected word',
    (word, random) =>
      word.includes('-') ? undefined : random.pick([`${word}er`, `${word}ly`, `${word}ing`, `${word}ness`]),
    left('an inflected word can mean something else'),
  ),
  wordAs(
    'word struck through',
    (word, random, others) => random.pick([`~~${word}~~`, `~~${word}~~ ${random.pick(others)}`]),
    left('the author took the word back'),
  ),
  wordAs(
    'word with an explanation',
    (word, random) =>
      word + random.pick([' - data is lost', ': see the log', ' because of the release', ' (3 of 4 agree)']),
    left('the explanation is content'),
  ),
  wordAs(
    'rank for a word',
    (_, random) => random.pick(['1', '3', 'P1', 'level 2', 'II']),
    left('the order and the start of the ranks are not known'),
  ),
  wordAs('word in another case', (word, random) => random.pick([capitalized(word), word.toUpperCase()])),
  wordAs('word with another separator', (word, random) =>
    word.includes('-') ? word.replaceAll('-', random.pick(['_', ' ', ''])) : undefined,
  ),
  wordAs('punctuation around a word', (word, random) =>
    random.pick([
      `${word}.`,
      ` ${word}`,
      `${word} `,
      `${word},`,
      `"${word}"`,
      `'${word}'`,
      `(${word})`,
      `<${word}>`,
    ]),
  ),
  wordAs('marks of Markdown around a word', (word, random) =>
    random.pick([`**${word}**`, `\`${word}\``, `_${word}_`, `*${word}*`]),
  ),
  wordAs(
    'emoji before a word',
    (word, random) => random.pick(['✅ ', '❌ ', '👎 ']) + word,
    left('the emoji can say something else than the word'),
  ),
  wordAs('misspelt word', (word, random) => (word.length < 6 ? undefined : misspelt(word, random))),
  wordAs('abbreviated word', (word, random) =>
    word.length < 7 ? undefined : word.slice(0, random.integer(4, 5)),
  ),
  wordAs(
    'word with the name of its member',
    (word, random) => random.pick(['severity: ', 'status=', 'is: ', 'value: ']) + word,
  ),
  wordAs('translated word', (word) => TRANSLATED[word]),
  wordAs('letter of another script in a word', (word) => {
    const changed = word.replace(/[aeo]/, (letter) => ({ a: 'а', e: 'е', o: 'о' })[letter] ?? letter)
    return changed === word ? undefined : changed
  }),
  wordAs(
    'invisible character in a word',
    (word, random) => word.slice(0, 2) + random.pick(['\u200B', '\u00AD', '\uFEFF']) + word.slice(2),
  ),
]

/** Swaps two letters, drops one or doubles one. */
function misspelt(word: string, random: Random): string {
  const at = random.integer(1, word.length - 3)
  const [a = '', b = ''] = word.slice(at, at + 2)
  return word.slice(0, at) + random.pick([b + a, a, a + a + b]) + word.slice(at + 2)
}
