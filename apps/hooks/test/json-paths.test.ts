import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { stringsIn } from '../src/event/tool-input.ts'
import { jsonPathsIn } from '../src/paths/json-paths.ts'
import { namedPaths } from '../src/paths/named-paths.ts'
import { projectWith, validFinding, written } from '@workbench/test-support/hook'

import { runHook } from './run-hook.ts'

const SIZE = 2_000_000

/** Texts of about 2 MB that a search for paths could read more than once for each character. */
const shapes: readonly (readonly [name: string, unit: string])[] = [
  ['one word', 'x'],
  ['words', 'x '],
  ['dots', '.'],
  ['the start of an extension', '.jso'],
  ['extensions', '.json'],
  ['one word of many names', 'a.json'],
  ['names', 'missing.json '],
  ['folders', 'a/'],
  ['parents', '../'],
  ['backslashes', '\\'],
  ['escaped spaces', 'a\\ '],
  ['double quotes', '"'],
  ['single quotes', "'"],
  ['backquotes', '`'],
  ['quoted names', '"b c.json" '],
  ['separators', '=:,;'],
  ['names between separators', 'b.json=c.json:'],
  ['brackets', '([{<'],
  ['line ends', '\n'],
  ['white space', ' \t'],
  ['names on lines', 'missing.json\n'],
  ['braces and dollars', '${'],
  ['surrogates', '\ud83d\ude00'],
  ['NUL', '\0'],
]

describe('jsonPathsIn()', () => {
  it.each<[string, string]>([
    ['a.json', 'a.json'],
    ['out/A.JSON', 'out/A.JSON'],
    ['a file with spaces.json', 'a file with spaces.json'],
    ["echo '{}' > out/a.json", 'out/a.json'],
    ["echo '{}' >out/a.json", 'out/a.json'],
    ['cp x.txt "out/b c.json" && ls', 'out/b c.json'],
    ["cp x.txt 'out/b c.json'", 'out/b c.json'],
    [`cp x.txt "it's.json"`, "it's.json"],
    ['cp x.txt out/b\\ c.json', 'out/b c.json'],
    ['write --output=out/a.json', 'out/a.json'],
    ['f=out/a.json; cat x > $f', 'out/a.json'],
    ["open('out/a.json','w')", 'out/a.json'],
    ['(cat x > out/a.json)', 'out/a.json'],
    ['a=1,b=[2] > x=y.json', 'x=y.json'],
    ['file:///tmp/a%20b.json', '/tmp/a b.json'],
    ['C:\\out\\a.json', 'C:\\out\\a.json'],
  ])('finds in %j the path %j', (text, path) => {
    expect([...jsonPathsIn(text)]).toContain(path)
  })

  it.each(['', 'a.jsonl', 'a.json5', '.jso n', 'json', 'a.json\0', `${'x'.repeat(4092)}.json`])(
    'finds no path in %j',
    (text) => {
      expect([...jsonPathsIn(text)]).toEqual([])
    },
  )
})

describe('the files that the arguments of a tool name', () => {
  const root = projectWith({ 'out/found.json': validFinding, 'out/b c.json': validFinding })
  const find = (input: unknown) =>
    namedPaths(
      Array.from(stringsIn(input), ([, text]) => text),
      [root],
      root,
      Date.now() + 10_000,
    ).existing.filter((path) => path.includes('out/'))

  it.each(shapes)('are found before the deadline of the hook in 2 MB of %s', (_, unit) => {
    const noise = unit.repeat(SIZE / unit.length)
    for (const text of [
      `${noise}\n"out/found.json"\n`,
      `out/found.json\n${noise}`,
      `${noise}\n"out/b c.json"\nout/found.json`,
    ])
      expect(find({ command: text })).toContain('out/found.json')
  })

  it('are found in any text, at any depth of the arguments', () => {
    const noise = fc.string({
      unit: fc.oneof(fc.constantFrom(...shapes.map(([, unit]) => unit)), fc.string()),
    })
    fc.assert(
      fc.property(noise, noise, fc.nat(5), (before, after, depth) => {
        let input: unknown = `${before}\nout/found.json\n${after}`
        for (let level = 0; level < depth; level++) input = level % 2 === 0 ? [input] : { edits: input }
        expect(find(input)).toContain('out/found.json')
      }),
      { numRuns: repetitions(100, 1000) },
    )
  })

  it.each(['one long word of 300 kB', '2 MB of names that do not exist'])(
    'do not keep the hook from answering before its deadline for %s',
    async (shape) => {
      const content = shape.startsWith('one')
        ? 'x'.repeat(300_000)
        : Array.from({ length: 150_000 }, (_, n) => `${n}/a.json`).join(' ')
      const event = written('', { cwd: root, tool_name: 'Bash', tool_input: { command: content } })
      const { status, stderr } = await runHook(event, { cwd: root })
      // On a slow machine, the deadline is over before all are looked up.
      expect([0, 2]).toContain(status)
      expect(stderr).toMatch(status === 0 ? /^$/ : /no time left to look up its paths\n$/)
    },
  )

  it('are searched in the folder of the command, and in the root of the project', () => {
    mkdirSync(join(root, 'src'), { recursive: true })
    const deadline = Date.now() + 10_000
    for (const [path, folders] of [
      ['out/found.json', [join(root, 'src'), root]],
      ['found.json', [root, join(root, 'out')]],
    ] as const)
      expect(namedPaths([path], folders, root, deadline).existing).toEqual([join(root, 'out/found.json')])
  })
})
