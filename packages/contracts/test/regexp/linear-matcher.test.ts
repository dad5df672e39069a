import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import fc from 'fast-check'
import { checkSync } from 'recheck'

import { compileSchema, SchemaError } from '@workbench/contracts'

import { repetitions } from '@workbench/test-support/repetitions'
import { UnsupportedRegExpError } from '../../src/regexp/nfa.ts'
import { type Matcher } from '../../src/regexp/simulate-nfa.ts'
import { linearMatcher } from '../../src/regexp/linear-matcher.ts'
import { patterns } from '@workbench/test-support/schemas/arbitrary-patterns'
import { vulnerable, typical } from '@workbench/test-support/schemas/patterns'

// Only the JavaScript build of recheck is installed.
process.env['RECHECK_BACKEND'] = 'pure'

const library = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

/** A program that is killed after this time has the status null. */
const TIMEOUT_MS = 50_000

describe('pattern', () => {
  it.concurrent.each(vulnerable)('is matched in linear time: %s', (pattern, text) => {
    const program = `import { compileSchema } from ${JSON.stringify(library)}
      let text = ''
      for await (const chunk of process.stdin) text += chunk
      console.log(compileSchema({ pattern: process.argv[1] }).is(text))`
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program, pattern], {
      encoding: 'utf8',
      input: text,
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'false\n' })
    return Promise.resolve()
  })
})

describe('compileSchema() rejects a pattern', () => {
  it.each([
    ['with a backreference', '^(["\']).*\\1$', 'needs \\1'],
    ['with a named backreference', '^(?<quote>["\']).*\\k<quote>$', 'needs \\k<quote>'],
    ['with an unbounded lookahead', '^(?!.*--)[a-z-]+$', 'has an unbounded lookaround, (?!.*--)'],
    ['with an unbounded lookbehind', 'a(?<=b.*)', 'has an unbounded lookaround, (?<=b.*)'],
    ['that \\B can match inside a surrogate pair', '((?:a|\\B)){2}', 'can match inside a surrogate pair'],
    [
      'that a lookahead can match inside a surrogate pair',
      '((?:a|(?!b))){2}',
      'can match inside a surrogate',
    ],
    ['with too many states to simulate', '^(\\w{1,50}){1,50}$', 'needs too many states'],
    ['with too many states to build', '^((a{1000}){1000}){1000}$', 'repeats too much'],
    ['with too many characters', `^(?:${'(a|b)'.repeat(500)})$`, 'has 2506 characters'],
  ])('%s', (_, pattern, reason) => {
    let error: unknown
    try {
      compileSchema({ properties: { id: { pattern } } })
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(SchemaError)
    const [problem] = (error as SchemaError).problems
    expect(problem).toMatchObject({ pointer: '/properties/id/pattern', keyword: 'pattern' })
    expect(problem?.message).toContain(reason)
  })
})

describe('compileSchema() accepts the typical pattern', () => {
  it.each(typical)('%s', (pattern) => {
    expect(() => compileSchema({ pattern })).not.toThrow()
  })
})

const texts = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    'c',
    '-',
    '.',
    '1',
    ' ',
    '\n',
    '\u2028',
    'é',
    '😀',
    '𝒜',
    '\ud83d',
    '\ude00',
  ),
  maxLength: 8,
})

const matcher = (pattern: string): Matcher | undefined => {
  try {
    return linearMatcher(pattern)
  } catch (error) {
    if (error instanceof UnsupportedRegExpError) return undefined
    throw error
  }
}

/** Whether the pattern is matched with RegExp, and has an unbounded quantifier, which could make it slow. */
const usesRegExp = (pattern: string): boolean => /[*+,]/.test(pattern) && matcher(pattern) instanceof RegExp

/** What recheck reports twice: for a pattern with a lookaround, it searches attacks at random, and some are none. */
function recheckStatus(pattern: string): string {
  const check = (randomSeed: number) => checkSync(pattern, 'u', { timeout: 40_000, randomSeed }).status
  const status = check(0)
  return status === 'vulnerable' ? check(1) : status
}

describe('linearMatcher()', () => {
  it('returns the same results as RegExp', () => {
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 5, maxLength: 10 }), (pattern, examples) => {
        const made = matcher(pattern)
        fc.pre(made !== undefined)
        const expression = new RegExp(pattern, 'u')
        const matching = (one: Matcher) => examples.filter((text) => one.test(text))
        expect(matching(made)).toEqual(matching(expression))
      }),
      { numRuns: repetitions(1000) },
    )
  })

  it('uses RegExp only for patterns that recheck does not report as vulnerable', () => {
    const runs = repetitions(15, 240)
    let checked = 0
    fc.assert(
      fc.property(patterns.filter(usesRegExp), (pattern) => {
        checked++
        expect([pattern, recheckStatus(pattern)]).not.toEqual([pattern, 'vulnerable'])
      }),
      { numRuns: runs },
    )
    expect(checked).toBeGreaterThanOrEqual(runs)
  })

  it.each(typical.filter(usesRegExp))('uses RegExp for %s, which recheck reports as safe', (pattern) => {
    expect(recheckStatus(pattern)).toBe('safe')
  })
})
