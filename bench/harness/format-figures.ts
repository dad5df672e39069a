import type { Summary } from './statistics.ts'

const grouped = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** Formats with three significant digits, as `1,230` or `0.0457`. */
export const figure = (value: number): string => grouped.format(value)

/** Formats a median with its quartiles, as `123 (119–131)`. */
export const withSpread = ({ median, low, high }: Summary): string =>
  `${figure(median)} (${figure(low)}–${figure(high)})`

/** Formats a ratio, as `2.35×`. */
export const times = (value: number): string => `${figure(value)}×`

/** Formats a fraction as a percentage, as `2.4 %`. */
export const percent = (share: number): string => `${figure(share * 100)} %`
