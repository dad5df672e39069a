import fc from 'fast-check'
import { parse } from 'yaml'

import { repetitions } from '@workbench/test-support/repetitions'
import { preCommitSetting } from '../../src/commands/init/edits/pre-commit-setting.ts'

const { add, remove, leftIn } = preCommitSetting('npx --no workbench')

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

  const MINE = 'repos:\n  - repo: meta\n    hooks: [{ id: identity }] # mine\n'

  it('is removed as often as it is there, also if another installation has added it, with any line ends', () => {
    const other = preCommitSetting('yarn workbench')
    const [block = ''] = /(?<=repos:\n)[^]*?(?= {2}- repo: meta)/.exec(add(MINE)) ?? []
    const [blockOfOther = ''] = /(?<=repos:\n)[^]*?(?= {2}- repo: meta)/.exec(other.add(MINE)) ?? []
    expect(blockOfOther).toContain('yarn workbench validate')
    for (const blocks of [block + block, block + blockOfOther, blockOfOther])
      for (const eol of ['\n', '\r\n']) {
        const before = `${MINE}  - repo: local\n    hooks: [{ id: mine }]\n`.replaceAll('\n', eol)
        const after = before.replace(`repos:${eol}`, () => `repos:${eol}${blocks.replaceAll('\n', eol)}`)
        expect(remove(after)).toBe(before)
        expect(remove(after + blocks.replaceAll('\n', eol))).toBe(before)
        expect(leftIn(before)).toEqual([])
        expect(add(after)).toBe(after)
      }
  })

  it.each<[string, (text: string) => string]>([
    ['changed a line', (text) => text.replace('language: system', 'language: node')],
    ['added a member', (text) => text.replace(/files: .*\n/, '$&        exclude: mine\n')],
    [
      'added a member after a comment',
      (text) => text.replace(/files: .*\n/, '$&\n# mine\n        exclude: mine\n'),
    ],
    ['added a hook to the list', (text) => text.replace(/files: .*\n/, '$&      - id: mine\n')],
    ['added a comment', (text) => text.replace('hooks:\n', 'hooks: # mine\n')],
    ['changed the command', (text) => text.replace('npx --no workbench', 'npx --no workbench --quiet')],
  ])('stays and is named if the user has %s', (_, edit) => {
    const edited = edit(add(MINE))
    expect(edited).not.toBe(add(MINE))
    expect(remove(edited)).toBe(edited)
    expect(leftIn(edited)).toEqual(['the hook workbench'])
    expect(add(edited)).toBe(edited)
  })

  it('takes time in proportion to the blank lines after it', () => {
    const text = `${add(MINE)}${'\n'.repeat(200_000)}end: 1\n`
    expect(remove(text)).toBe(`${MINE}${'\n'.repeat(200_000)}end: 1\n`)
  })
})
