import type { Summary } from './statistics.ts'

const grouped = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** A figure with three digits that count, as `1,230` or `0.0457`. */
export const figure = (value: number): string => grouped.format(value)

/** A median with its spread, as `123 (119–131)`. */
export const withSpread = ({ median, low, high }: Summary): string =>
  `${figure(median)} (${figure(low)}–${figure(high)})`

/** A ratio, as `2.35×`. */
export const times = (value: number): string => `${figure(value)}×`

/** A share, as `2.4 %`. */
export const percent = (share: number): string => `${figure(share * 100)} %`
