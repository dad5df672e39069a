import { readFileSync } from 'node:fs'

import type { Recovery } from '../../src/recovery/recover.ts'
import { positionIn } from '@workbench/test-support/json/json-writer'
import { recovered } from './recovered.ts'

/** A text that is not JSON, and what recover() makes of it: see corrections/*.json. */
interface Case {
  readonly text: string
  /** The text after all corrections; absent if an error cannot be corrected. */
  readonly repaired?: string
  readonly isLossless: boolean
  /** The text after the lossless corrections; absent if these are all or none. */
  readonly losslessText?: string
  readonly truncatedAt?: Recovery['truncatedAt']
  /** With line and column. */
  readonly messages: readonly string[]
}

const casesIn = (topic: string) =>
  JSON.parse(readFileSync(new URL(`corrections/${topic}.json`, import.meta.url), 'utf8')) as Case[]

describe.each([
  'brackets',
  'comments-and-ellipses',
  'quotes',
  'scalars',
  'separators',
  'text-around',
  'truncation',
])('recover() corrects %s', (topic) => {
  test.each(casesIn(topic))('$text becomes $repaired', ({ text, ...expected }) => {
    const { repaired, isLossless, violations, losslessText, truncatedAt } = recovered(text)
    const messages = violations.map(({ offset, message }) => {
      const { line, column } = positionIn(text, offset)
      return `${line}:${column} ${message}`
    })
    expect({
      ...(repaired && { repaired: repaired.text }),
      isLossless,
      ...(losslessText !== (isLossless ? repaired?.text : text) && { losslessText }),
      ...(truncatedAt && { truncatedAt }),
      messages,
    }).toEqual(expected)
  })
})
