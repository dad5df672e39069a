import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { brokenFinding, program, projectWith, validFinding, written } from '@workbench/test-support/hook'

import { runHook } from './run-hook.ts'

const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth)

const LONG = 20_000_000

const shell = (command: string): string => written('', { tool_name: 'Bash', tool_input: { command } })

/** Each level repeats the quotes of the inner one, so the script doubles about every second level. */
function nestedShell(depth: number): string {
  let script = 'cat a.txt'
  for (let level = 0; level < depth && script.length < 100_000; level++)
    script = `bash -c ${JSON.stringify(script)}`
  return script
}

const namesOf = (count: number): string[] => Array.from({ length: count }, (_, n) => `${n}.json`)

/** Events that concern no artifact, whatever is strange about them. */
const unrelated: readonly (readonly [name: string, input: string | Uint8Array])[] = [
  ['an event without a name', '{ "tool_name": "Write", "tool_input": { "file_path": "a.json" } }'],
  ['an unknown event', '{ "hook_event_name": "Notification" }'],
  ['an event named constructor', '{ "hook_event_name": "constructor" }'],
  ['an event named __proto__', '{ "hook_event_name": "__proto__" }'],
  [
    'a tool without arguments that is not known',
    written('', { tool_name: 'mcp__x__ping', tool_input: null }),
  ],
  ['a tool whose name is not a string, with a path', written('a.json', { tool_name: { deep: true } })],
  ['an empty path', written('')],
  ['arguments that are an array', written('', { tool_input: [['a.json'], null] })],
  ['10,000 paths that do not exist', written('', { tool_input: { files: namesOf(10_000) } })],
  ['a path with NUL', written('a\0b.json')],
  ['a path of 300 characters', written(`${'a'.repeat(300)}.json`)],
  ['a path of 100,000 characters', written(`${'a'.repeat(100_000)}.json`)],
  ['a path of 100,000 folders', written(`${'a/'.repeat(100_000)}b.json`)],
  ['a path below a file', written('file.txt/a.json')],
  ['a directory that is a number', written('a.json', { cwd: 7 })],
  ['a directory that does not exist', written('a.json', { cwd: '/nowhere' })],
  ['a directory with NUL', written('a.json', { cwd: '/a\0b' })],
  ['an event with a byte-order mark', `\uFEFF${written('a.json')}`],
  ['an event of 20 MB', written('a.txt', { tool_input: { file_path: 'a.txt', content: 'x'.repeat(LONG) } })],
  ['a command of 2 MB of quotes', shell(`echo ${'"\\"'.repeat(700_000)}`)],
  ['a command of 1 MB of redirects', shell('> '.repeat(500_000))],
  ['a command of 1 MB of braces', shell(`echo ${'{'.repeat(1_000_000)}`)],
  ['a command of 500 kB of substitutions', shell('$('.repeat(250_000))],
  ['a command of 200 kB of here-documents', shell('<<a '.repeat(50_000))],
  ['a command nested 50 levels deep', shell(nestedShell(50))],
]

/** Input that does not say whether it concerns an artifact. */
const unreadable: readonly (readonly [name: string, input: string | Uint8Array])[] = [
  ['nothing', ''],
  ['a line break', '\n'],
  ['text that is not JSON', 'PostToolUse Write a.json'],
  ['a truncated event', written('a.json').slice(0, 80)],
  ['an event and trailing text', `${written('a.json')} }`],
  ['two events', `${written('a.json')}\n${written('b.json')}`],
  ['null', 'null'],
  ['a number', '42'],
  ['a string', '"PostToolUse"'],
  ['an array', `[${written('a.json')}]`],
  ['an empty object', '{}'],
  ['an event whose name is a number', '{ "hook_event_name": 7 }'],
  ['an event without a tool', '{ "hook_event_name": "PostToolUse" }'],
  ['a tool whose name is not a string, without a path', written('', { tool_name: 7, tool_input: {} })],
  ['arguments that are null', written('', { tool_input: null })],
  ['arguments that are a number', written('', { tool_input: 7 })],
  ['arguments that are an array without a path', written('', { tool_input: [[7], null] })],
  ['a path that is null', written('', { tool_input: { file_path: null } })],
  ['a path that is an object', written('', { tool_input: { file_path: { path: 1 } } })],
  ['a command that is a number', written('', { tool_name: 'Bash', tool_input: { command: 7 } })],
  ['bytes that are not UTF-8', new Uint8Array([0xff, 0xfe, 0x00, 0x01])],
  ['an event in UTF-16', Buffer.from(`\uFEFF${written('a.json')}`, 'utf16le')],
  ['a byte that is not UTF-8 in a path', Buffer.from(written('a\xff.json'), 'latin1')],
  ['20 MB that are not JSON', 'x'.repeat(LONG)],
  ['40 MB of closing braces', '}'.repeat(2 * LONG)],
  ['2 MB of open brackets', '['.repeat(2_000_000)],
  [
    'arguments nested 100,000 levels deep',
    written('', { tool_input: '@' }).replace('"@"', nested('{"edits":[', ']}', 100_000)),
  ],
]

describe.each([
  ['does not block the agent for', 0, unrelated],
  ['blocks the agent for', 2, unreadable],
])('the hook, without a stack trace, %s', (_, expected, inputs) => {
  // Not concurrently: the deadline of the hook includes the time that this process needs to write the input.
  it.each(inputs)('%s', async (_name, input) => {
    const { status, stdout, stderr } = await runHook(input, { cwd: projectWith({ 'file.txt': '' }) })
    expect({ status, stdout }).toEqual({ status: expected, stdout: '' })
    expect(stderr).toMatch(
      expected === 0 ? /^$/ : /^workbench: [^\n]+ (validated|validation; write at most 5000 at once)\n$/,
    )
  })
})

it('the hook blocks the agent for more than 5,000 files', async () => {
  const files = namesOf(5001)
  const cwd = projectWith(Object.fromEntries(files.map((name) => [name, ''])))
  const { status, stderr } = await runHook(written('', { tool_input: { files } }), { cwd })
  expect(status).toBe(2)
  expect(stderr).toBe('workbench: 5001 files were rejected without validation; write at most 5000 at once\n')
})

describe('the hook, for text that is not an event,', () => {
  it('prints a message and exits with 2', async () => {
    expect(await runHook('PostToolUse')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'workbench: the hook received no event that it knows on standard input, so nothing was validated\n',
    })
  })
})

describe('the hook', () => {
  it('validates a file whose event has 20 MB', async () => {
    const root = projectWith({ 'a.json': brokenFinding })
    const input = written('a.json', {
      cwd: root,
      tool_input: { content: 'x'.repeat(LONG), file_path: 'a.json' },
    })
    expect(await runHook(input)).toMatchObject({ status: 2 })
  })

  it('validates a file of 20 MB', async () => {
    const finding = JSON.parse(validFinding) as object
    const root = projectWith({
      'a.json': JSON.stringify({ ...finding, failureScenario: 'x'.repeat(LONG), id: 7 }),
    })
    const { status, stderr } = await runHook(written(join(root, 'a.json')))
    expect(status).toBe(2)
    expect(stderr).toContain('/id')
    expect(stderr.length).toBeLessThan(10_000)
  })

  it('handles an event that arrives in two chunks', () => {
    const root = projectWith({ 'a.json': brokenFinding })
    const event = written(join(root, 'a.json'))
    const script = `printf %s "$1"; sleep 0.3; printf %s "$2"`
    const { status, stderr } = spawnSync(
      'bash',
      [
        '--norc',
        '-c',
        `{ ${script}; } | "$3" "$4"`,
        'bash',
        event.slice(0, 50),
        event.slice(50),
        process.execPath,
        program,
      ],
      { encoding: 'utf8' },
    )
    expect(status).toBe(2)
    expect(stderr).toContain('/effortHours')
  })

  it('exits with 2 and without a stack trace if standard input is closed', () => {
    const run = `"$1" "$2" <&- 2>&1; echo "status $?"`
    const output = execFileSync('bash', ['--norc', '-c', run, 'bash', process.execPath, program], {
      encoding: 'utf8',
    })
    expect(output).toContain('status 2')
    expect(output).not.toMatch(/^ +at /m)
  })
})
