import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { runHook } from '../src/run-hook.ts'
import * as validation from '../src/validation/validation-bundle.ts'
import {
  brokenFinding,
  projectWith,
  runHook as runBuiltHook,
  validFinding,
  write,
  forgetWriters,
} from '@workbench/test-support/hook'

/** Agents shorten longer output. */
const LIMIT = 10_000

/** Characters that move the cursor of a terminal, reorder text, are invisible, or start a line. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** Writes a file with an old time: the hook waits until a file that was just written is stable. */
function writeOld(path: string, content: string | Uint8Array): void {
  writeFileSync(path, content)
  utimesSync(path, 1, 1)
}

const expectSafe = (message: string): void => {
  expect(message.length).toBeLessThan(LIMIT)
  expect(message.replaceAll('\n', '')).not.toMatch(UNSAFE)
}

const respond = (root: string, event: unknown) =>
  runHook(JSON.stringify(event), { env: {}, cwd: root, deadline: Date.now() + 10_000 }, validation.runTask)

const WAVE = '.workbench/blackboard/w1'

/** Text that is likely to break an output or a parser. */
const hostileText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\x1b[2J',
      '\n',
      '\r',
      '\t',
      '\x00',
      '\x7f',
      '\x85',
      '\u2028',
      '\u202e',
      '\u200b',
      '\ufeff',
      '\u{e0041}',
      '\nworkbench: ',
      '::error::',
      '..',
      '/',
      '\\',
      '"',
      "'",
      '$(id)',
      '`',
      '*',
      '{a,b}',
      '~',
      ' ',
      '-',
      '#',
      '\ud800',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  ),
  maxLength: 20,
})

/** The name of a file that can exist. */
const fileName = hostileText.map((text) => {
  const bytes = Buffer.from(text.replaceAll(/[/\0]/g, '_'))
  return `${bytes.subarray(0, 100).toString('utf8').replaceAll('\ufffd', '_')}.json`
})

const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

describe('the hook, for hostile input,', () => {
  it('rejects a broken artifact whatever its name, and prints its name safely in one line', () => {
    const root = projectWith({ [`${WAVE}/x.json`]: brokenFinding })
    let last = 'x.json'
    fc.assert(
      fc.property(fileName, (name) => {
        renameSync(join(root, WAVE, last), join(root, WAVE, name))
        last = name
        const path = `${WAVE}/${name}`
        const events = [
          { tool_name: 'Write', tool_input: { file_path: join(root, path) } },
          { tool_name: 'Bash', tool_input: { command: `cp draft.txt ${shellQuote(path)}` } },
          { tool_name: 'Bash', tool_input: { command: './write-artifacts' } },
          { hook_event_name: 'Stop' },
        ]
        for (const event of events) {
          forgetWriters(root)
          const { status, message } = respond(root, { hook_event_name: 'PostToolUse', cwd: root, ...event })
          expect(status).toBe(2)
          expectSafe(message)
          expect(message.match(/^workbench: /gm)).toHaveLength(1)
        }
      }),
      { numRuns: repetitions(25, 240) },
    )
  })

  it('prints the members, values and contract of a broken artifact safely', () => {
    const root = projectWith({ [`${WAVE}/a.json`]: '' })
    const hostileValue = fc.oneof(hostileText, fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }))
    const artifact = fc.record({
      schema: fc.oneof(fc.constantFrom('finding.v1', 'review.v1', 'plan.v1'), hostileText),
      members: fc.dictionary(hostileText, hostileValue, { maxKeys: 5 }),
      cut: fc.option(fc.nat(200)),
    })
    fc.assert(
      fc.property(artifact, ({ schema, members, cut }) => {
        const text = JSON.stringify({ schema, ...members })
        writeOld(join(root, WAVE, 'a.json'), cut === null ? text : text.slice(0, cut))
        const { status, message } = respond(root, { hook_event_name: 'Stop', cwd: root })
        expect(status).toBe(2)
        expectSafe(message)
        expect(message.match(/^workbench: /gm)).toHaveLength(1)
      }),
      { numRuns: repetitions(25, 240) },
    )
  })

  it('rejects a broken artifact in any encoding and after any damage of its bytes', () => {
    const root = projectWith({ [`${WAVE}/a.json`]: '' })
    const valid = JSON.stringify(JSON.parse(validFinding))
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .constantFrom('utf16le' as const, 'latin1' as const)
        .map((encoding) => Buffer.from(`\uFEFF${valid}é`, encoding)),
      fc.nat(valid.length - 1).map((length) => Buffer.from(valid.slice(0, length))),
      fc
        .nat(valid.length - 1)
        .map((at) => Buffer.from(`${valid.slice(0, at)}\xff${valid.slice(at)}`, 'latin1')),
    )
    fc.assert(
      fc.property(bytes, (content) => {
        writeOld(join(root, WAVE, 'a.json'), content)
        const event = {
          hook_event_name: 'PostToolUse',
          tool_name: 'Write',
          tool_input: { file_path: `${WAVE}/a.json` },
        }
        const { status, message } = respond(root, event)
        expect(status).toBe(2)
        expectSafe(message)
      }),
      { numRuns: repetitions(25, 240) },
    )
  })

  /** The members of an event, each of them plausible or not. */
  const event = fc.record(
    {
      hook_event_name: fc.oneof(
        fc.constantFrom('PreToolUse', 'PostToolUse', 'AfterTool', 'Stop', 'SubagentStop', 'Notification'),
        hostileText,
        fc.jsonValue(),
      ),
      tool_name: fc.oneof(
        fc.constantFrom(
          'Write',
          'Edit',
          'Bash',
          'Read',
          'apply_patch',
          'mcp__x__write_file',
          'mcp__x__memory_write',
        ),
        hostileText,
        fc.jsonValue(),
      ),
      tool_input: fc.oneof(
        fc.dictionary(
          fc.constantFrom('file_path', 'path', 'files', 'command', 'cmd', 'input', 'edits', 'code', 'uri'),
          fc.oneof(hostileText, fc.array(hostileText, { maxLength: 3 }), fc.jsonValue()),
        ),
        fc.jsonValue(),
        hostileText,
      ),
      tool_response: fc.oneof(fc.constant({ staged: true }), fc.jsonValue()),
      cwd: fc.oneof(hostileText, fc.jsonValue()),
      duration_ms: fc.oneof(fc.double(), fc.jsonValue()),
      stop_hook_active: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )

  it('answers any event with 0, 1 or 2 and a safe message', () => {
    const root = projectWith({ [`${WAVE}/a.json`]: validFinding })
    fc.assert(
      fc.property(event, (input) => {
        const { status, message, output } = respond(root, input)
        expect([0, 1, 2]).toContain(status)
        expect(status === 0 || message !== '').toBe(true)
        expectSafe(output ?? '')
        expect(message).not.toContain('the hook failed')
        expectSafe(message)
      }),
      { numRuns: repetitions(150, 1600) },
    )
  })

  it('never accepts a broken artifact that a shell command has written, whatever else the command contains', () => {
    const root = projectWith({ [`${WAVE}/a.json`]: brokenFinding })
    const part = fc.oneof(
      hostileText,
      fc.constantFrom(
        'cd src',
        'if true',
        'then',
        'fi',
        '{',
        '}',
        '(',
        ')',
        '<<EOF',
        'EOF',
        '>',
        '2>&1',
        '|',
        '"',
        "'",
      ),
    )
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 8 }),
        fc.constantFrom('\n', ' ; ', ' && '),
        (parts, separator) => {
          // An operand without quotes, in a command of its own.
          const command = [`cp draft.txt ${WAVE}/a.json`, ...parts].join(separator)
          forgetWriters(root)
          const { status, message } = respond(root, {
            hook_event_name: 'PostToolUse',
            cwd: root,
            tool_name: 'Bash',
            tool_input: { command },
          })
          expect(status).toBe(2)
          expectSafe(message)
        },
      ),
      { numRuns: repetitions(40, 400) },
    )
  })

  it('never exits with another status than 0 or 2 for damaged bytes of an event, as a process', async () => {
    const root = projectWith({ 'a.ts': '' })
    write(join(root, WAVE, 'a.json'), brokenFinding)
    const text = JSON.stringify({
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: 'a.ts' },
    })
    const damage = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.nat(text.length).map((length) => Buffer.from(text.slice(0, length))),
      fc
        .tuple(fc.nat(text.length), hostileText)
        .map(([at, part]) => Buffer.from(text.slice(0, at) + part + text.slice(at))),
    )
    await fc.assert(
      fc.asyncProperty(damage, async (input) => {
        const { status, stdout, stderr } = await runBuiltHook(input, { cwd: root })
        expect([0, 2]).toContain(status)
        // Damage can leave an event, which tells of the finding.
        expect(stdout === '' || 'hookSpecificOutput' in (JSON.parse(stdout) as object)).toBe(true)
        expectSafe(stderr)
      }),
      { numRuns: repetitions(6, 60) },
    )
    rmSync(join(root, WAVE), { recursive: true })
  })
})
