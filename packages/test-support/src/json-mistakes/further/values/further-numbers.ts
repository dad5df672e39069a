import type { Random } from '../../../artifacts/random.ts'
import { insertAt, replace } from '../../edits.ts'
import type { ArtifactText, Mistake } from '../../mistakes/mistake.ts'
import type { Token } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { numbersIn, sourceOf } from '../tokens-of.ts'

/** A number that is written in another way. Returns undefined for numbers that cannot be written like this. */
const written = (
  name: string,
  write: (source: string, random: Random) => string | undefined,
  details: Partial<Mistake> = {},
): Mistake =>
  anywhere(
    name,
    (json, random) =>
      numbersIn(json).flatMap((token) => {
        const insert = write(sourceOf(json, token), random)
        return insert === undefined ? [] : [[replace(token, insert)]]
      }),
    details,
  )

/** Writes separators between the thousands of a whole number of at least four digits. */
function grouped(source: string, separator: string): string | undefined {
  return /^\d{4,}$/.test(source) ? source.replaceAll(/\B(?=(\d{3})+$)/g, separator) : undefined
}

const isWhole = (source: string): boolean => /^\d+$/.test(source)
const NOT_IN_THE_TEXT = { ambiguous: 'the number is not in the text' }
const QUALIFIED = { ambiguous: 'the sign or the word changes what the number means', mustBeLeft: true }

/** Numbers as other languages and people write them. */
export const furtherNumberMistakes: readonly Mistake[] = [
  written('number with underscores', (source) => grouped(source, '_')),
  written('number with commas', (source) => grouped(source, ','), {
    ambiguous: 'a comma can separate thousands, decimals or values',
  }),
  written('number with points', (source) => {
    const thousands = grouped(source, '.')
    return thousands && `${thousands},00`
  }),
  written('number with spaces or apostrophes', (source, random) =>
    grouped(source, random.pick([' ', '\u00A0', "'", '\u202F'])),
  ),
  written('decimal comma', (source) =>
    /^\d+\.\d{1,2}$/.test(source) ? source.replace('.', ',') : undefined,
  ),
  written('digits after the point lost', (source) => /^\d+\.(?=\d+$)/.exec(source)?.[0], {
    ambiguous: 'the digits are not in the text',
  }),
  written('point after a whole number', (source) => (isWhole(source) ? `${source}.` : undefined), {
    ambiguous: 'digits after the point can be lost',
  }),
  written('zero before the point missing', (source) => /^0(\.\d+)$/.exec(source)?.[1]),
  written('plus sign', (source) => `+${source}`),
  written('hexadecimal number', (source) =>
    isWhole(source) ? `0x${Number(source).toString(16).toUpperCase()}` : undefined,
  ),
  written('zeros before a number', (source) => (/^[1-9]\d*$/.test(source) ? `00${source}` : undefined), {
    ambiguous: 'a number that starts with zero is octal in some languages',
  }),
  written('exponent without digits', (source) => `${source}e`, {
    ambiguous: 'the exponent is not in the text',
  }),
  written('percent sign', (source) => `${source}%`, { ambiguous: 'a percentage can be a hundredth' }),
  anywhere('unit after a number', (json, random) =>
    withUnits(json).map(({ token, units }) => [insertAt(token.end, random.pick(units))]),
  ),
  anywhere('number and its unit in quotes', (json, random) =>
    withUnits(json).map(({ token, units }) => [
      replace(token, `"${sourceOf(json, token)}${random.pick(units)}"`),
    ]),
  ),
  anywhere(
    'number in another unit',
    (json, random) =>
      withUnits(json).map(({ token }) => [
        replace(token, `"${sourceOf(json, token)} ${random.pick(['min', 'weeks', 'USD', 'kEUR'])}"`),
      ]),
    { ambiguous: 'the unit is another one than that of the member', mustBeLeft: true },
  ),
  written('suffix of a type', (source, random) =>
    random.pick(isWhole(source) ? [`${source}L`, `${source}n`, `${source}u`] : [`${source}f`, `${source}d`]),
  ),
  written('number in a constructor', (source, random) =>
    random.pick([
      `Decimal('${source}')`,
      `Number(${source})`,
      `NumberLong("${source}")`,
      `float(${source})`,
      `Decimal128("${source}")`,
    ]),
  ),
  written('fraction for a number', (source) =>
    source === '0.5' ? '1/2' : source === '0.25' ? '1/4' : undefined,
  ),
  written('calculation for a number', (source) =>
    isWhole(source) && Number(source) % 2 === 0 && source !== '0' ? `${Number(source) / 2} * 2` : undefined,
  ),
  written(
    'range for a number',
    (source, random) => `${source}${random.pick(['-', ' - ', '..', '–'])}${Number(source) + 3}`,
    QUALIFIED,
  ),
  written(
    'sign of approximation',
    (source, random) => `${random.pick(['~', '≈', '>', '<', '≤', 'ca. '])}${source}`,
    QUALIFIED,
  ),
  written(
    'word that is no number',
    (_, random) => random.pick(['NaN', 'Infinity', '-Infinity', 'N/A']),
    NOT_IN_THE_TEXT,
  ),
  written('thousands as a letter', (source) => /^(\d+)000$/.exec(source)?.[1]?.concat('k')),
]

const UNITS: Readonly<Record<string, readonly string[]>> = {
  Hours: [' h', 'h', ' hours', ' hrs'],
  Eur: [' EUR', ' €', '€'],
  Days: [' d', ' days'],
  Bytes: [' bytes', ' B'],
}

/** The numbers in members whose names say the unit. */
function withUnits(json: ArtifactText): { readonly token: Token; readonly units: readonly string[] }[] {
  return json.tokens.flatMap((token, index) => {
    const name = json.tokens[index - 2]
    if (token.kind !== 'number' || name?.kind !== 'name') return []
    const [, units] = Object.entries(UNITS).find(([end]) => sourceOf(json, name).endsWith(`${end}"`)) ?? []
    return units ? [{ token, units }] : []
  })
}
