import fc from 'fast-check'
import { parse } from 'yaml'

import { repetitions } from '@workbench/test-support/repetitions'
import { preCommitSetting } from '../../src/commands/init/edits/pre-commit-setting.ts'

const { add, remove } = preCommitSetting('npx --no workbench')

interface Configuration {
  readonly repos: readonly { readonly hooks: readonly object[] }[]
}

/** The lines of a configuration, without indentation of the list. */
const LIST = [
  ['- repo: https://example.org/a', '  rev: v1', '  hooks:', '    - id: a # mine', '      args: [--x]'],
  ['- repo: local', '  hooks:', '  - id: other', '    name: |', '      text', '', '    entry: x'],
  ['- repo: meta', '', '  # a comment', '  hooks: [{ id: check }]'],
]

const configuration = fc
  .record({
    head: fc.subarray(['# a comment', 'fail_fast: true', '---', '']),
    list: fc.subarray(LIST, { minLength: 1 }),
    indent: fc.constantFrom('', '  ', '    '),
    tail: fc.subarray(['', '# the end', 'default_stages: [commit]', 'ci:', '  skip: [a]']),
    eol: fc.constantFrom('\n', '\r\n'),
    end: fc.boolean(),
  })
  .filter(({ tail }) => tail.includes('ci:') || !tail.includes('  skip: [a]'))
  .map(({ head, list, indent, tail, eol, end }) => {
    const lines = list.flat().map((line) => (line === '' ? line : indent + line))
    const order = head.includes('---') ? ['---', ...head.filter((line) => line !== '---')] : head
    return [...order, 'repos:', ...lines, ...tail].join(eol) + (end ? eol : '')
  })

describe('the addition to .pre-commit-config.yaml', () => {
  it('is removed byte for byte, is added once, and keeps what was there', () => {
    fc.assert(
      fc.property(configuration, (before) => {
        const after = add(before)
        const { repos, ...others } = parse(before) as Configuration
        const { repos: extended, ...same } = parse(after) as Configuration
        expect(same).toEqual(others)
        expect(extended.slice(1)).toEqual(repos)
        expect(extended[0]).toMatchObject({
          repo: 'local',
          hooks: [{ id: 'workbench', language: 'system' }],
        })
        expect(add(after)).toBe(after)
        expect(remove(after)).toBe(before)
        expect(remove(before)).toBe(before)
        const edit = (text: string) => `# new\n${text.replace('fail_fast: true', 'fail_fast: false')}`
        // The first line decides about the line ends.
        const isSame = before.includes('\r') || remove(edit(after)) === edit(before)
        expect(isSame).toBe(true)
      }),
      { numRuns: repetitions(120, 500) },
    )
  })

  it('creates a file, which is deleted again', () => {
    const created = add(undefined)
    expect((parse(created) as Configuration).repos).toHaveLength(1)
    expect(add(created)).toBe(created)
    expect(remove(created)).toBeUndefined()
  })

  it.each(['', 'repos: []\n', 'repos:\n', 'repos: [{ repo: meta }]\n', 'a: 1\n', 'x:\n  repos:\n    - a\n'])(
    'is rejected by %j',
    (text) => {
      expect(() => add(text)).toThrow(
        'it has no list repos in lines of its own; add this entry by hand:\n- repo: local\n',
      )
    },
  )
})
