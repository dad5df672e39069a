import { isExact } from './exact-number.ts'

/** A number with a decimal point and possibly commas between thousands. */
const NUMBER = /^-?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/

/** Without a unit, with no point that could separate thousands, and with 15 digits at most, which a double keeps. */
const UNAMBIGUOUS = /^(?:0|-?[1-9]\d{0,12})(?:\.\d{1,2})?$/

const AMOUNT_AND_UNIT = /^([-\d.,]+)\s*([a-z€%]*)$/i

const ABBREVIATIONS: Readonly<Record<string, string>> = { h: 'hour', '€': 'eur' }

/** Two numbers, thousands or decimals. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/**
 * Returns the numbers that a text can mean: point and comma separate decimals or thousands, and a percentage is counted in
 * ones or in hundredths. The text may have the unit that the name of the member ends with, as `4 h` in `effortHours`.
 */
export function parseNumber(text: string, nameOfMember: () => string): readonly number[] {
  if (UNAMBIGUOUS.test(text)) return [Number(text)]
  const [, amount = '', unit = ''] = AMOUNT_AND_UNIT.exec(text) ?? []
  if (AMBIGUOUS.test(amount)) return []
  if (unit !== '' && unit !== '%' && !endsWithUnit(nameOfMember(), unit)) return []
  const swapped = amount.replaceAll(/[.,]/g, (separator) => (separator === '.' ? ',' : '.'))
  const numbers = [amount, swapped]
    .filter((notation) => NUMBER.test(notation))
    .map((notation) => notation.replaceAll(',', ''))
    .flatMap((number) => (unit === '%' ? [number, `${number}e-2`] : [number]))
  // A number of which JavaScript loses digits is not the one that was meant.
  return numbers.every(isExact) ? [...new Set(numbers.map(Number))] : []
}

/** Whether the comma of a text separates the decimals of this number, as in `4,5` or `1.200,00`. */
export const hasDecimalComma = (text: string, number: unknown): boolean =>
  text.includes(',') && Number.parseFloat(text.replaceAll('.', '').replace(',', '.')) === number

/** In short units, the case of each letter counts: `mW` and `MW`. */
function endsWithUnit(name: string, unit: string): boolean {
  const lastWord = /[A-Z]?[a-z]+$/.exec(name)?.[0].replace(/^[A-Z]/, (letter) => letter.toLowerCase()) ?? ''
  const written = ABBREVIATIONS[unit] ?? unit
  return (
    lastWord === written || (written.length > 2 && singular(lastWord) === singular(written.toLowerCase()))
  )
}

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word)
