import { readdirSync, readFileSync } from 'node:fs'

import { fixText, type Json } from '@workbench/contracts'
import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { artifactOf } from '@workbench/test-support/arbitrary-artifacts'
import { contracts, ids } from '../rules/artifacts.ts'

const examples = new URL('../../../../docs/examples/', import.meta.url)

const read = (file: string): string => readFileSync(new URL(file, examples), 'utf8')

/** Breaks the text of an artifact without losing anything. */
const mistakes: Readonly<Record<string, (text: string) => string>> = {
  'a code fence': (text) => `\`\`\`json\n${text}\n\`\`\``,
  'prose around it': (text) => `Here is the artifact:\n\n${text}\n\nI hope that helps.`,
  'a byte-order mark': (text) => `\ufeff${text}`,
  'a trailing comma': (text) => text.replace(/\n\}\s*$/, ',\n}'),
  'an unquoted name': (text) => text.replace('"schema"', 'schema'),
  'a list around it': (text) => `[${text}]`,
  'JSON in a text': (text) => JSON.stringify(text),
  'an object around it': (text) => `{ "artifact": ${text} }`,
  'a contract id in upper case': (text) =>
    text.replace(/"schema": "([^"]*)"/, (match) => match.toUpperCase().replace('SCHEMA', 'schema')),
}

describe('fixText()', () => {
  describe.each(Object.entries(mistakes))('restores an artifact with %s', (_, breakText) => {
    test.each(ids)('of %s', (id) => {
      const contract = contracts.get(id)
      fc.assert(
        fc.property(artifactOf(id), (artifact) => {
          const original = JSON.stringify(artifact, null, 2)
          // Text that names a value is not deleted.
          fc.pre(!/"(?:Here|is|the|artifact|I|hope|that|helps)"/.test(original))
          const { text, verdict } = fixText(contract, breakText(original))
          expect(verdict).toEqual({ valid: true })
          expect(JSON.parse(text)).toEqual(JSON.parse(original))
        }),
        { numRuns: repetitions(2, 8) },
      )
    })
  })

  test('leaves a valid artifact as it is', () => {
    const text = read('valid/finding.v1.json')
    expect(fixText(contracts.get('finding.v1'), text)).toEqual({
      original: text,
      text,
      verdict: { valid: true },
    })
  })

  test('changes only the members that have violations', () => {
    const text = read('broken/finding.v1.snake-case.json')
    const { text: fixed, verdict } = fixText(contracts.get('finding.v1'), new TextEncoder().encode(text))
    expect(verdict.valid).toBe(true)
    const changed = text
      .split('\n')
      .flatMap((line, index) => (line === fixed.split('\n')[index] ? [] : [line.trim().split(':')[0]]))
    expect(changed).toEqual(['"produced_by"', '"failure_scenario"', '"effort_hours"'])
  })

  test('removes a byte-order mark without changing a lone surrogate', () => {
    const { text } = fixText(contracts.get('finding.v1'), '\ufeff{"title":"\ud800"}')
    expect(text).toBe('{"title":"\ud800"}')
  })

  test('fixes what it can, and returns the violations that remain', () => {
    const { text, verdict } = fixText(
      contracts.get('finding.v1'),
      '{"schema":"finding.v1","severity":"High","effortHours":"4 pts"}',
    )
    expect(text).toBe('{"schema":"finding.v1","severity":"high","effortHours":"4 pts"}')
    expect(verdict.valid ? [] : verdict.violations.map(({ path }) => path)).toContain('/effortHours')
  })

  test.each(readdirSync(new URL('broken/', examples)))('never loses a value of %s', (file) => {
    const id = /^.*\.v\d+/.exec(file)?.[0] ?? ''
    const original = read(`broken/${file}`)
    const { text } = fixText(contracts.get(id), original)
    const fixed = textsIn(text)
    expect(textsIn(original).filter((value) => !fixed.includes(value))).toEqual([])
    expect(() => fixText(contracts.get(id), text)).not.toThrow()
  })

  test('has the same result when it is applied again', () => {
    for (const file of readdirSync(new URL('broken/', examples))) {
      const contract = contracts.get(/^.*\.v\d+/.exec(file)?.[0] ?? '')
      const { text } = fixText(contract, read(`broken/${file}`))
      expect(fixText(contract, text).text).toBe(text)
    }
  })

  test.each(['['.repeat(100_000), '{"a":'.repeat(5000) + '1' + '}'.repeat(5000), '', '\0', '"'])(
    'does not throw for hostile text (%#)',
    (text) => {
      expect(fixText(contracts.get('finding.v1'), text).verdict.valid).toBe(false)
    },
  )
})

/** The texts in a JSON value that are too long for a name or a value of an enum; none if the text is not JSON. */
function textsIn(json: string): string[] {
  const found: string[] = []
  try {
    JSON.parse(json, (_name, value: Json) => {
      if (typeof value === 'string' && value.length > 20) found.push(value)
      return value
    })
  } catch {
    return []
  }
  return found
}
