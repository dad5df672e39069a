import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { brokenFinding, plugin, projectWith, runHook, validFinding, written } from './hook.ts'

const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth)

const LONG = 20_000_000

/** Input that is no event, or one that names nothing that can be judged. */
const inputs: readonly (readonly [name: string, input: string | Uint8Array])[] = [
  ['nothing', ''],
  ['a line break', '\n'],
  ['what is not JSON', 'PostToolUse Write a.json'],
  ['half an event', written('a.json').slice(0, 80)],
  ['an event and something behind it', `${written('a.json')} }`],
  ['two events', `${written('a.json')}\n${written('b.json')}`],
  ['null', 'null'],
  ['a number', '42'],
  ['a string', '"PostToolUse"'],
  ['an array', `[${written('a.json')}]`],
  ['an empty object', '{}'],
  ['an event without a name', '{ "tool_name": "Write", "tool_input": { "file_path": "a.json" } }'],
  ['an event whose name is a number', '{ "hook_event_name": 7 }'],
  ['an event that is not known', '{ "hook_event_name": "Notification" }'],
  ['an event named like a member of every object', '{ "hook_event_name": "constructor" }'],
  ['an event named __proto__', '{ "hook_event_name": "__proto__" }'],
  ['an event without a tool', '{ "hook_event_name": "PostToolUse" }'],
  ['a tool whose name is no string', written('a.json', { tool_name: { deep: true } })],
  ['arguments that are null', written('', { tool_input: null })],
  ['arguments that are a number', written('', { tool_input: 7 })],
  ['arguments that are an array', written('', { tool_input: [['a.json'], null] })],
  ['a path that is null', written('', { tool_input: { file_path: null } })],
  ['a path that is an object', written('', { tool_input: { file_path: { path: 1 } } })],
  ['an empty path', written('')],
  ['a path with NUL', written('a\0b.json')],
  ['a path of 300 characters', written(`${'a'.repeat(300)}.json`)],
  ['a path of 100,000 characters', written(`${'a'.repeat(100_000)}.json`)],
  ['a path of 100,000 folders', written(`${'a/'.repeat(100_000)}b.json`)],
  ['a path below a file', written('file.txt/a.json')],
  ['a command that is a number', written('', { tool_name: 'Bash', tool_input: { command: 7 } })],
  ['a directory that is a number', written('a.json', { cwd: 7 })],
  ['a directory that is not there', written('a.json', { cwd: '/nowhere' })],
  ['a directory with NUL', written('a.json', { cwd: '/a\0b' })],
  ['an event with a byte-order mark', `\uFEFF${written('a.json')}`],
  ['what is no text', new Uint8Array([0xff, 0xfe, 0x00, 0x01])],
  ['20 MB that are not JSON', 'x'.repeat(LONG)],
  ['2 MB of open brackets', '['.repeat(2_000_000)],
  ['an event of 20 MB', written('a.txt', { tool_input: { file_path: 'a.txt', content: 'x'.repeat(LONG) } })],
  ['a command of 2 MB of quotes', written('', { tool_input: { command: `echo ${'"\\"'.repeat(700_000)}` } })],
  ['a command of 1 MB of redirects', written('', { tool_input: { command: '> '.repeat(500_000) } })],
  [
    'arguments that are nested 100,000 deep',
    written('', { tool_input: '@' }).replace('"@"', nested('{"edits":[', ']}', 100_000)),
  ],
]

describe('whatever is on standard input, the hook ends without a stack trace and holds nobody back:', () => {
  it.concurrent.each(inputs)('%s', async (_, input) => {
    const { status, stdout, stderr } = await runHook(input, { cwd: projectWith({ 'file.txt': '' }) })
    expect([0, 1]).toContain(status)
    expect(stdout).toBe('')
    expect(stderr).not.toMatch(/^ +at |node:internal|Node\.js v/m)
    expect(stderr.length).toBeLessThan(10_000)
  })

  it('tells the person who watches that it understood nothing', async () => {
    expect(await runHook('PostToolUse')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'workbench: the hook got no event that it understands on standard input\n',
    })
  })
})

describe('the hook', () => {
  it('judges a file whose event is 20 MB long', async () => {
    const root = projectWith({ 'a.json': brokenFinding })
    const input = written('a.json', {
      cwd: root,
      tool_input: { content: 'x'.repeat(LONG), file_path: 'a.json' },
    })
    expect(await runHook(input)).toMatchObject({ status: 2 })
  })

  it('judges a file of 20 MB', async () => {
    const finding = JSON.parse(validFinding) as object
    const root = projectWith({
      'a.json': JSON.stringify({ ...finding, failureScenario: 'x'.repeat(LONG), id: 7 }),
    })
    const { status, stderr } = await runHook(written(join(root, 'a.json')))
    expect(status).toBe(2)
    expect(stderr).toContain('/id')
    expect(stderr.length).toBeLessThan(10_000)
  })

  it('takes an event that comes in parts', () => {
    const root = projectWith({ 'a.json': brokenFinding })
    const event = written(join(root, 'a.json'))
    const script = `printf %s "$1"; sleep 0.3; printf %s "$2"`
    const hook = join(plugin, 'dist', 'hook', 'hook.cjs')
    const { status, stderr } = spawnSync(
      'bash',
      [
        '-c',
        `{ ${script}; } | "$3" "$4"`,
        'bash',
        event.slice(0, 50),
        event.slice(50),
        process.execPath,
        hook,
      ],
      { encoding: 'utf8' },
    )
    expect(status).toBe(2)
    expect(stderr).toContain('/effortHours')
  })

  it('says nothing where there is no standard input', () => {
    const hook = join(plugin, 'dist', 'hook', 'hook.cjs')
    const run = `"$1" "$2" <&- 2>&1; echo "status $?"`
    const output = execFileSync('bash', ['-c', run, 'bash', process.execPath, hook], { encoding: 'utf8' })
    expect(output).toContain('status 1')
    expect(output).not.toMatch(/^ +at /m)
  })
})
