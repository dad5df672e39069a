import type { Random } from '../artifacts/random.ts'

/** How a text is laid out. */
interface Layout {
  /** White space of one level; undefined for a text in one line. */
  readonly indent?: string
  /** White space after a colon, and in one line after a comma. */
  readonly space: string
  readonly hasShortArraysInOneLine: boolean
}

/** Half of the texts are printed, the others are in one line, most of them minified. */
export function randomLayout(random: Random): Layout {
  if (random.chance(0.5)) return { space: random.chance(0.2) ? ' ' : '', hasShortArraysInOneLine: false }
  const indent = random.pick(['  ', '  ', '  ', '  ', '    ', '\t'])
  return { indent, space: ' ', hasShortArraysInOneLine: random.chance(0.4) }
}

const SHORT = 80

/** Writes a JSON value. */
export function writeJson(value: unknown, layout: Layout, before = '\n'): string {
  const { indent, space } = layout
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isArray = Array.isArray(value)
  const [open, close] = isArray ? ['[', ']'] : ['{', '}']
  const isInOneLine = indent === undefined || (isArray && layout.hasShortArraysInOneLine && isShort(value))
  const inside = isInOneLine ? '' : `${before}${indent}`
  const parts = Object.entries(value).map(([name, part]) => {
    const written = writeJson(part, layout, inside)
    return isArray ? written : `${JSON.stringify(name)}:${space}${written}`
  })
  if (parts.length === 0) return open + close
  return isInOneLine
    ? open + parts.join(`,${space}`) + close
    : open + parts.map((part) => inside + part).join(',') + before + close
}

const isShort = (list: readonly unknown[]): boolean =>
  list.every((item) => typeof item !== 'object' || item === null) && JSON.stringify(list).length < SHORT
