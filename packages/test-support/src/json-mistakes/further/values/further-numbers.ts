import type { Random } from '../../../artifacts/random.ts'
import { insertAt, replace } from '../../edits.ts'
import type { ArtifactText, Mistake } from '../../mistakes/mistake.ts'
import type { Token } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { numbersIn, sourceOf } from '../tokens-of.ts'

/** A number that is written in another way; undefined for numbers that cannot be written like this. */
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
const grouped = (source: string, separator: string): string | undefined =>
  /^\d{4,}$/.test(source) ? source.replaceAll(/\B(?=(\d{3})+$)/g, separator) : undefined

/** Numbers as other languages and people write them. */
export const furtherNumberMistakes: readonly Mistake[] = [
  written('number with underscores, spaces or apostrophes', (source, random) =>
    grouped(source, random.pick(['_', ' ', '\u00A0', "'"])),
  ),
  written(
    'number with commas or points',
    (source, random) => {
      const [separator, fraction] = random.pick([
        [',', ''],
        [',', '.00'],
        ['.', ',00'],
      ] as const)
      const thousands = grouped(source, separator)
      return thousands && thousands + fraction
    },
    { ambiguous: 'a comma and a point can separate thousands, decimals or values' },
  ),
  written('decimal comma', (source) =>
    /^\d+\.\d{1,2}$/.test(source) ? source.replace('.', ',') : undefined,
  ),
  written(
    'number that ends with a point',
    (source) => /^\d+(\.(?=\d+$))?/.exec(source)?.[0].replace(/\.?$/, '.'),
    {
      ambiguous: 'the digits after the point can be lost',
    },
  ),
  written('zero before the point missing, or a plus sign', (source) =>
    source.startsWith('0.') ? source.slice(1) : `+${source}`,
  ),
  anywhere('unit after a number', (json, random) =>
    withUnits(json).map(({ token, units }) => [insertAt(token.end, random.pick(units))]),
  ),
  anywhere('number and its unit in quotes', (json, random) =>
    withUnits(json).map(({ token, units }) => [
      replace(token, `"${sourceOf(json, token)}${random.pick(units)}"`),
    ]),
  ),
  written(
    'number with a sign or a unit that changes it',
    (source, random) =>
      random.pick([
        `~${source}`,
        `>${source}`,
        `${source}%`,
        `${source}k`,
        `${source}-${Number(source) + 3}`,
        `"${source} weeks"`,
        `"ca. ${source}"`,
        `"${source} or more"`,
      ]),
    { ambiguous: 'the sign or the unit changes what the number means', mustBeLeft: true },
  ),
  written('number with a type', (source, random) => {
    const suffixes = source.includes('.') ? ['f', 'd'] : ['L', 'n', 'u']
    return random.pick([
      source + random.pick(suffixes),
      `Decimal('${source}')`,
      `Number(${source})`,
      `NumberLong("${source}")`,
      `float(${source})`,
    ])
  }),
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
