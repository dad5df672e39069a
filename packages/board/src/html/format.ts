import { type Html, html } from './html.ts'

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const dateAndClock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** The time of the day in the time zone of this machine, with the date if it was on another day: `14:03:22`. */
export const formatTime = (then: Date, now: Date): Html =>
  html`<time datetime="${then.toISOString()}"
    >${(then.toDateString() === now.toDateString() ? clock : dateAndClock).format(then)}</time
  >`

const bytes = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'byte',
  notation: 'compact',
  unitDisplay: 'narrow',
})

/** A size in decimal units: `5.9KB`. */
export const formatBytes = (size: number): string => bytes.format(size)

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** `36,000`, `0.25`. */
export const formatNumber = (value: number): string => number.format(value)

/** The name of a member as people write it: `failureScenario` becomes `Failure scenario`. */
export const formatName = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (start) => ` ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const names = new Intl.Collator('en', { numeric: true })

/** Compares names for sorting: `w2` is before `w10`. */
export const compareNames = (a: string, b: string): number =>
  names.compare(a, b) || (a < b ? -1 : Number(a > b))
