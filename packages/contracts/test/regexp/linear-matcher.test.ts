import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import fc from 'fast-check'
import { checkSync } from 'recheck'

import { compileSchema, SchemaError } from '@workbench/contracts'

import { UnsupportedRegExpError } from '../../src/regexp/nfa.ts'
import { type Matcher } from '../../src/regexp/simulate-nfa.ts'
import { linearMatcher } from '../../src/regexp/linear-matcher.ts'
import { catastrophic, everyday } from './patterns.ts'

// The other forms of recheck are not installed.
process.env['RECHECK_BACKEND'] = 'pure'

const library = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

/** A program that has not answered by then would not for ages, and is killed: its status is null. */
const HANGS_AFTER = 50_000

describe('a text that a regular expression would take for ever over', () => {
  it.concurrent.each(catastrophic)('is judged by %s', (pattern, text) => {
    const program = `import { compileSchema } from ${JSON.stringify(library)}
      let text = ''
      for await (const chunk of process.stdin) text += chunk
      console.log(compileSchema({ pattern: process.argv[1] }).is(text))`
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program, pattern], {
      encoding: 'utf8',
      input: text,
      timeout: HANGS_AFTER,
      killSignal: 'SIGKILL',
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'false\n' })
    return Promise.resolve()
  })
})

describe('a contract is refused, with what to do about it, where its pattern', () => {
  it.each([
    ['refers back', '^(["\']).*\\1$', 'needs \\1'],
    ['refers back by name', '^(?<quote>["\']).*\\k<quote>$', 'needs \\k<quote>'],
    ['looks far ahead', '^(?!.*--)[a-z-]+$', 'looks far around with (?!.*--)'],
    ['looks far behind', 'a(?<=b.*)', 'looks far around with (?<=b.*)'],
    ['can stand where no character is', '((?:a|\\B)){2}', 'can match inside a character'],
    ['is missing where no character is', '((?:a|(?!b))){2}', 'can match inside a character'],
    ['can match in thousands of ways at once', '^(\\w{1,50}){1,50}$', 'can match in too many ways'],
    ['repeats a thousand times a thousand times', '^((a{1000}){1000}){1000}$', 'repeats too much'],
    ['has more characters than anybody reads', `^(?:${'(a|b)'.repeat(500)})$`, 'has 2506 characters'],
  ])('%s', (_, pattern, says) => {
    let error: unknown
    try {
      compileSchema({ properties: { id: { pattern } } })
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(SchemaError)
    const [problem] = (error as SchemaError).problems
    expect(problem).toMatchObject({ pointer: '/properties/id/pattern', keyword: 'pattern' })
    expect(problem?.message).toContain(`must be matched in bounded time; this one ${says}`)
  })
})

describe('an everyday pattern', () => {
  it.each(everyday)('%s is taken', (pattern) => {
    expect(() => compileSchema({ pattern })).not.toThrow()
  })
})

const characters = String.raw`a b - . [ab] [^a] [^] [] \d \w \W \s \S \. \n \u0061 é \p{L} \P{L} 😀 [^😀] \u{1f600} \ud83d\ude00 \ud83d \ude00 [\udc00-\udfff]`
const places = String.raw`^ $ \b \B (?=a) (?!a) (?<=b) (?<!a|-) (?!.) (?<!.) (?!^) (?<!$) (?=\ude00) (?<=\ud83d) (?<=😀) (?<!😀a) (?=\B) (?!\b) (?=(?!a)b) (?<=a(?=b))`
const parts = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...characters.split(' ')),
    fc.constantFrom(...places.split(' ')),
    fc.tuple(tie('part'), tie('part')).map(([first, second]) => first + second),
    fc.tuple(tie('part'), tie('part')).map(([first, second]) => `(?:${first}|${second})`),
    fc
      .tuple(tie('part'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '+?', '{0}'))
      .map(([part, times]) => `(${part})${times}`),
    fc
      .tuple(fc.constantFrom('a', '[ab]', '.', '\\w', '\\W', '😀'), fc.constantFrom('*', '+', '?', '{3}'))
      .map(([set, times]) => set + times),
  ),
})).part
const patterns = fc.oneof(
  parts,
  parts.map((part) => `^${part}`),
  parts.map((part) => `${part}$`),
  parts.map((part) => `^(?:${part})$`),
)

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

/** Whether the regular expression itself is asked, and could take long: nothing repeats for ever otherwise. */
const isTrusted = (pattern: string): boolean => /[*+,]/.test(pattern) && matcher(pattern) instanceof RegExp

const judgedByRecheck = (pattern: string): string => checkSync(pattern, 'u', { timeout: 10_000 }).status

describe('whatever the pattern,', () => {
  it('a text matches exactly where it does by the regular expression', () => {
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 5, maxLength: 10 }), (pattern, examples) => {
        const made = matcher(pattern)
        fc.pre(made !== undefined)
        const expression = new RegExp(pattern, 'u')
        const matching = (one: Matcher) => examples.filter((text) => one.test(text))
        expect(matching(made)).toEqual(matching(expression))
      }),
      { numRuns: 2000 },
    )
  })

  it('the regular expression itself is only asked where an independent judge finds no text that takes long', () => {
    let asked = 0
    fc.assert(
      fc.property(patterns.filter(isTrusted), (pattern) => {
        asked++
        expect([pattern, judgedByRecheck(pattern)]).not.toEqual([pattern, 'vulnerable'])
      }),
      { numRuns: 300 },
    )
    expect(asked).toBeGreaterThanOrEqual(300)
  })

  it.each(everyday.filter(isTrusted))('%s is trusted by that judge too', (pattern) => {
    expect(judgedByRecheck(pattern)).toBe('safe')
  })
})
