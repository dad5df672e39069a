import { figure } from './format-figures.ts'
import type { Summary } from './statistics.ts'

/** The values of one contestant, drawn with the same mark in every row. */
interface Series {
  readonly name: string
  /** One value for each row; undefined if the contestant was not measured there. */
  readonly values: readonly (Summary | undefined)[]
}

interface DotPlot {
  readonly title: string
  /** Label of the axis: the unit and the better direction, for example `ns per artifact; less is better`. */
  readonly axis: string
  /** Default: logarithmic. */
  readonly scale?: 'logarithmic' | 'linear'
  readonly rows: readonly string[]
  /** This project first; at most six. */
  readonly series: readonly Series[]
}

const WIDTH = 860
const PAD = 20
const MIN_LABEL_WIDTH = 190
/** Upper estimate of the average character width of a sans-serif font at 13 px. */
const CHARACTER_WIDTH = 7
const ROW = 30
const LEGEND_COLUMN = 200
const LEGEND_COLUMNS = 4

/** Series differ in shape as well as in colour, for readers and printers that do not distinguish colours. */
const MARKS: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `<circle cx="${x}" cy="${y}" r="7"/>`,
  (x, y) => `<rect x="${x - 5}" y="${y - 5}" width="10" height="10"/>`,
  (x, y) => `<path d="M${x} ${y - 7}l7 7l-7 7l-7 -7z"/>`,
  (x, y) => `<path d="M${x} ${y - 6}l7 12h-14z"/>`,
  (x, y) => `<path d="M${x} ${y + 6}l7 -12h-14z"/>`,
  (x, y) => `<path d="M${x - 6} ${y - 2}h4v-4h4v4h4v4h-4v4h-4v-4h-4z"/>`,
]

const LIGHT = {
  surface: '#ffffff',
  text: '#1f2328',
  secondary: '#59636e',
  grid: '#d9dee3',
  series: ['#0b62d6', '#b3480a', '#0a7a52', '#8a3ab9', '#8a6a00', '#596066'],
}

const DARK: typeof LIGHT = {
  surface: '#0d1117',
  text: '#e6edf3',
  secondary: '#9aa4af',
  grid: '#2d343c',
  series: ['#5aa2ff', '#ff9a5c', '#45c48f', '#cf93f2', '#d9b73c', '#a9b1b9'],
}

/**
 * Elements have the light colours as attributes, which every SVG renderer supports. Where media queries are supported, these
 * rules replace them in dark mode. CSS variables are avoided: librsvg and others draw them black.
 */
const DARK_MODE = `@media (prefers-color-scheme: dark) {
  svg { fill: ${DARK.text} }
  .surface { fill: ${DARK.surface} }
  .secondary { fill: ${DARK.secondary} }
  .grid { stroke: ${DARK.grid} }
${DARK.series.map((colour, index) => `  .s${index} { fill: ${colour}; stroke: ${colour} }`).join('\n')}
}`

/** Draws a chart as an SVG document: one row for each measurement, one mark for each series. */
export function dotPlot({ title, axis, scale: kind = 'logarithmic', rows, series }: DotPlot): string {
  if (series.length > MARKS.length)
    throw new RangeError(`Cannot draw ${series.length} series: the limit is ${MARKS.length}`)
  const left = PAD + Math.max(MIN_LABEL_WIDTH, ...rows.map((row) => row.length * CHARACTER_WIDTH))
  const legend = 66
  const top = legend + Math.ceil(series.length / LEGEND_COLUMNS) * 22 + 8
  const bottom = top + rows.length * ROW
  const height = bottom + 52
  const scale = SCALES[kind](
    series.flatMap(({ values }) => values.flatMap((value) => (value ? [value.low, value.high] : []))),
    left,
    WIDTH - PAD - 14,
  )
  const grid = scale.ticks.map(({ at, label }) => [
    `<line class="grid" stroke="${LIGHT.grid}" x1="${at}" x2="${at}" y1="${top}" y2="${bottom}"/>`,
    text(at, bottom + 18, label, SECONDARY, 'middle'),
  ])
  const names = rows.map((row, index) => text(PAD, top + index * ROW + 20, row))
  const key = series.map(({ name }, index) => {
    const x = PAD + (index % LEGEND_COLUMNS) * LEGEND_COLUMN + 8
    const y = legend + Math.floor(index / LEGEND_COLUMNS) * 22
    return `${group(index, mark(index, x, y))}${text(x + 14, y + 4, name)}`
  })
  // The first series is drawn last, on top of the others.
  const marks = series
    .map(({ name, values }, index) => {
      const drawn = values.map((value, row) =>
        value ? drawMark(index, name, value, scale.at, top + row * ROW + 15) : '',
      )
      return group(index, drawn.join(''))
    })
    .reverse()
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif" font-size="13" fill="${LIGHT.text}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${DARK_MODE}</style>`,
    `<rect width="${WIDTH}" height="${height}" rx="8" class="surface" fill="${LIGHT.surface}"/>`,
    text(PAD, 32, title, 'font-size="16" font-weight="600"'),
    ...key,
    ...grid.flat(),
    ...names,
    ...marks,
    text(left, bottom + 40, axis, SECONDARY),
    '</svg>',
    '',
  ].join('\n')
}

/** Draws a mark at the median, and a line from the lower to the upper quartile. */
function drawMark(
  index: number,
  name: string,
  { median, low, high }: Summary,
  at: (value: number) => number,
  y: number,
): string {
  const spread = `<line x1="${at(low)}" x2="${at(high)}" y1="${y}" y2="${y}" stroke-width="2"/>`
  return `<g><title>${escaped(name)}: ${figure(median)}</title>${spread}${mark(index, at(median), y)}</g>`
}

const mark = (index: number, x: number, y: number): string => MARKS[index]?.(x, y) ?? ''

interface Scale {
  readonly at: (value: number) => number
  readonly ticks: readonly { readonly at: number; readonly label: string }[]
}

/** Ticks are at 1, 2 and 5 times each power of ten; only at the powers if the axis spans many of them. */
function logarithmic(values: readonly number[], left: number, right: number): Scale {
  const low = Math.log10(Math.min(...values)) - 0.05
  const high = Math.log10(Math.max(...values)) + 0.05
  const at = (value: number): number =>
    round(left + ((Math.log10(value) - low) / (high - low)) * (right - left))
  const steps = high - low > 3.5 ? [1] : [1, 2, 5]
  const ticks = []
  for (let power = Math.floor(low); power <= high; power++) {
    for (const step of steps) {
      const value = step * 10 ** power
      const inside = Math.log10(value) >= low && Math.log10(value) <= high
      if (inside) ticks.push({ at: at(value), label: figure(value) })
    }
  }
  return { at, ticks }
}

/** Five ticks, from 0 to the largest value. */
function linear(values: readonly number[], left: number, right: number): Scale {
  const high = Math.max(...values, Number.MIN_VALUE)
  const at = (value: number): number => round(left + (value / high) * (right - left))
  const ticks = Array.from({ length: 5 }, (_, index) => (high * index) / 4)
  return { at, ticks: ticks.map((value) => ({ at: at(value), label: figure(value) })) }
}

const SCALES = { logarithmic, linear }

const round = (value: number): number => Math.round(value * 10) / 10

const SECONDARY = `class="secondary" fill="${LIGHT.secondary}" font-size="12"`

const group = (index: number, content: string): string => {
  const colour = LIGHT.series[index] ?? LIGHT.text
  return `<g class="s${index}" fill="${colour}" stroke="${colour}">${content}</g>`
}

const text = (x: number, y: number, words: string, attributes = '', anchor = 'start'): string =>
  `<text x="${x}" y="${y}"${attributes && ` ${attributes}`} text-anchor="${anchor}">${escaped(words)}</text>`

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
