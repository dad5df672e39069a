import type { Random } from '../../../artifacts/random.ts'
import { insertAt } from '../../edits.ts'
import type { ArtifactText, Mistake } from '../../mistakes/mistake.ts'
import { anywhere } from '../kinds.ts'
import { type EnumValue, enumValuesIn, membersOf } from '../schema-of.ts'
import { contentOf, namesIn, numbersIn, sourceOf, stringsIn } from '../tokens-of.ts'

/** What a text says of a member of the artifact: another value than the artifact. */
interface Statement {
  readonly name: string
  readonly value: string
}

const MUST_BE_LEFT: Pick<Mistake, 'ambiguous' | 'mustBeLeft'> = {
  ambiguous: 'the text states a value: it can correct the artifact',
  mustBeLeft: true,
}

/** The words of a name, for example `Effort hours` for `effortHours`. */
function inWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A statement about a word of the whole artifact; undefined if it has none. */
function statementIn(json: ArtifactText, random: Random): Statement | undefined {
  const values = enumValuesIn(json).filter(({ token }) => token.container === 0)
  if (values.length === 0) return undefined
  const { name, others } = random.pick(values)
  return { name: name ? contentOf(json, name) : '', value: random.pick(others) }
}

/** A statement before or after the artifact, written in one of several ways. */
const stated = (name: string, forms: readonly ((statement: Statement) => string)[]): Mistake => ({
  name,
  ...MUST_BE_LEFT,
  edits(json, random) {
    const statement = statementIn(json, random)
    if (!statement) return []
    const text = random.pick(forms)(statement)
    return [random.chance(0.5) ? insertAt(0, `${text}\n`) : insertAt(json.text.length, `\n${text}`)]
  },
})

/** A comment after a word of which the contract lists others. */
const corrections: readonly ((name: string, other: string) => string)[] = [
  (name, other) => `/* ${name} should be "${other}" */`,
  (_, other) => `/* or ${other} */`,
  (_, other) => `/* not ${other} */`,
]

const nameOf = ({ name }: EnumValue, json: ArtifactText): string => (name ? contentOf(json, name) : '')

/** Texts and comments that say something about a member. */
export const statementMistakes: readonly Mistake[] = [
  stated('statement beside the artifact', [
    ({ name, value }) => `${inWords(name)}: ${value}\n`,
    ({ name, value }) => `${inWords(name)} should be ${value}, I think.`,
    ({ name, value }) => `${name.toUpperCase()} = ${value.toUpperCase()}`,
    ({ name, value }) => `<think>${inWords(name)} is ${value}?</think>`,
    ({ name, value }) => `\n**${inWords(name)}:** ${value}\n`,
    ({ name, value }) => `\n| ${name} | ${value} |\n`,
    ({ name, value }) => `{"${name}": "${value}"}`,
  ]),
  stated('value alone beside the artifact', [
    ({ value }) => `After a second look I would say ${value}.`,
    ({ value }) => `-- ${value}`,
    ({ value }) => value.toUpperCase(),
  ]),
  stated('statement in a comment beside the artifact', [
    ({ name, value }) => `/* ${name} was ${value} */`,
    ({ name, value }) => `// ${name}: ${value}`,
    ({ name, value }) => `# ${inWords(name)} is ${value}`,
  ]),
  {
    name: 'member stated that the artifact lacks',
    ...MUST_BE_LEFT,
    edits(json, random) {
      const present = namesIn(json).map((name) => contentOf(json, name))
      const absent = Object.entries(membersOf(json.contract)).filter(
        ([name, { type }]) => !present.includes(name) && (type === 'number' || type === 'string'),
      )
      if (absent.length === 0) return []
      const [name, { type }] = random.pick(absent)
      const text = `${random.pick([name, inWords(name)])}: ${type === 'number' ? random.integer(1, 9) : 'billing'}`
      return [random.chance(0.5) ? insertAt(0, `${text}\n`) : insertAt(json.text.length, `\n${text}\n`)]
    },
  },
  anywhere(
    'comment with another word',
    (json, random) =>
      enumValuesIn(json).map((value) => [
        insertAt(
          value.token.end,
          ` ${random.pick(corrections)(nameOf(value, json), random.pick(value.others))}`,
        ),
      ]),
    MUST_BE_LEFT,
  ),
  anywhere(
    'comment with another number',
    (json, random) =>
      numbersIn(json).map((number) => [
        insertAt(
          number.end,
          ` /* ${random.pick(['or', 'not', 'max.'])} ${Number(sourceOf(json, number)) * 2 + 1} */`,
        ),
      ]),
    MUST_BE_LEFT,
  ),
  anywhere(
    'member that is commented out',
    (json, random) =>
      enumValuesIn(json).flatMap((value) => {
        const { name } = value
        const member = `"${nameOf(value, json)}": "${random.pick(value.others)}",`
        const comment = json.text.trimEnd().includes('\n') ? `// ${member}\n` : `/* ${member} */`
        return name ? [[insertAt(name.start, comment)]] : []
      }),
    MUST_BE_LEFT,
  ),
  anywhere(
    'remark in parentheses after a string',
    (json, random) =>
      stringsIn(json).map(({ end }) => [
        insertAt(end, random.pick([' (not sure)', ' (to be confirmed)', ' (rather low)', ' (outdated)'])),
      ]),
    { ambiguous: 'the remark can take the value back', mustBeLeft: true },
  ),
]
