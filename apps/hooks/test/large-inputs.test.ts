import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { projectWith } from '@workbench/test-support/hook'

import { runHook } from './run-hook.ts'

/** Of an input, in characters. */
const SIZE = 2_000_000

/** In which the hook has to answer, in milliseconds: it is killed then. */
const TIMEOUT = 10_000

const unit = fc.oneof(
  fc.constantFrom(
    ...[
      'x',
      ' ',
      '"',
      "'",
      '\\',
      '\n',
      '/',
      '../',
      'a.json ',
      '.json',
      '=',
      '{',
      '[',
      '*** Add File: a.json\n',
    ],
    ...['"schema":', "'schema' : ", '\u{1f600}', '\0', 'file://', '.workbench/memory/', 'n/a.json/'],
  ),
  fc.string({ maxLength: 20 }),
)

/** A text that repeats short units up to a size, with a number in each if `isVaried`. */
const text = fc
  .record({
    units: fc.array(unit, { minLength: 1, maxLength: 3 }),
    size: fc.nat(SIZE),
    isVaried: fc.boolean(),
  })
  .map(({ units, size, isVaried }) => {
    const part = units.join('') || 'x'
    const count = Math.ceil(size / (part.length + 6))
    return isVaried ? Array.from({ length: count }, (_, n) => `${n}${part}`).join('') : part.repeat(count)
  })

/** An input with a text in a list, in many members, at a depth, or alone. */
const input = fc.oneof(
  text.map((content) => ({ file_path: 'a.json', content })),
  text.map((command) => ({ command })),
  text.map((path) => ({ path })),
  text.map((content) => ({ paths: content.match(/[^]{1,40}/g) ?? [] })),
  text.map((content) => Object.fromEntries((content.match(/[^]{1,60}/g) ?? []).map((name) => [name, name]))),
  fc.nat(100_000).map((depth) => JSON.parse(`${'['.repeat(depth)}"a.json"${']'.repeat(depth)}`) as unknown),
  text,
)

const paths = Array.from({ length: 100_000 }, (_, n) => `d${n}/a.json`)

const examples: [input: unknown, event: string, tool: string][] = [
  ...['x', '\\', '"', '/'].map((unitText): [unknown, string, string] => [
    { command: unitText.repeat(SIZE) },
    'PostToolUse',
    'Bash',
  ]),
  [{ paths }, 'PostToolUse', 'mcp__x__y'],
  [Object.fromEntries(paths.map((path) => [path, path])), 'PreToolUse', 'mcp__x__y'],
]

it('the hook answers an event of up to 2 MB of any shape within its time', async () => {
  const root = projectWith({ 'a.json': '{}' })
  await fc.assert(
    fc.asyncProperty(
      input,
      fc.constantFrom('PreToolUse', 'PostToolUse'),
      fc.constantFrom('Write', 'Bash', 'mcp__x__y'),
      async (tool_input, hook_event_name, tool_name) => {
        const event = stringify({ cwd: root, hook_event_name, tool_name, tool_input })
        const { status } = await runHook(event, { cwd: root, timeout: TIMEOUT })
        // Null if it was killed.
        expect([0, 2]).toContain(status)
      },
    ),
    { numRuns: repetitions(16, 200), examples },
  )
}, 400_000)

/** As JSON.stringify(), which overflows the stack for deep lists. */
function stringify({ tool_input, ...event }: Readonly<Record<string, unknown>>): string {
  let depth = 0
  let value = tool_input
  for (; Array.isArray(value) && value.length === 1; depth++) value = (value as unknown[])[0]
  const inner = `${'['.repeat(depth)}${JSON.stringify(value)}${']'.repeat(depth)}`
  return JSON.stringify({ ...event, tool_input: 0 }).replace('"tool_input":0', () => `"tool_input":${inner}`)
}
