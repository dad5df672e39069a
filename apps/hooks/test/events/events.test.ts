import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import {
  brokenFinding,
  program,
  projectWith,
  silence,
  validFinding,
  write,
  written,
} from '@workbench/test-support/hook'

import { runHook } from '../run-hook.ts'

/** An event of an agent with the placeholders `{root}` and `{file}`, and whether the hook must validate the file. */
interface RecordedEvent {
  readonly name: string
  readonly event: unknown
  readonly validated: boolean
}

/** What the hook writes to standard output. */
interface Output {
  readonly hookSpecificOutput: { readonly hookEventName: string; readonly additionalContext: string }
}

const FILE = '.workbench/blackboard/w1/auditor.json'

const recorded = <Case>(name: string): Case[] =>
  JSON.parse(readFileSync(new URL(`recorded/${name}.json`, import.meta.url), 'utf8')) as Case[]

/** The event of a project. Placeholders are replaced in the JSON text, so that they may be at any depth. */
const eventFor = (event: unknown, root: string): string =>
  JSON.stringify(event).replaceAll('{root}', root).replaceAll('{file}', FILE)

const shellEvents = recorded<{ name: string; command: string }>('shell').map(
  ({ name, command }): Omit<RecordedEvent, 'validated'> => ({
    name,
    event: {
      cwd: '{root}',
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command, description: 'x' },
      tool_response: { stdout: '', stderr: '', interrupted: false },
    },
  }),
)

describe.each([
  ['Claude Code', recorded<RecordedEvent>('claude-code')],
  ['other agents', recorded<RecordedEvent>('other-agents')],
])('the hook, for an event of %s,', (_, cases) => {
  it.concurrent.each(cases.filter(({ validated }) => validated))(
    'rejects an invalid artifact and accepts a valid one: $name',
    async ({ event }) => {
      const broken = projectWith({ [FILE]: brokenFinding, 'src/x.ts': '' })
      const valid = projectWith({ [FILE]: validFinding, 'src/x.ts': '' })
      const [rejected, accepted] = await Promise.all([
        runHook(eventFor(event, broken), { cwd: broken }),
        runHook(eventFor(event, valid), { cwd: valid }),
      ])
      expect(rejected).toMatchObject({ status: 2, stdout: '' })
      expect(rejected.stderr).toContain('failed validation against finding.v1; fix these ')
      expect(rejected.stderr).toContain('auditor.json')
      expect(rejected.stderr).toContain('/effortHours (line 18, column 18): Expected a number')
      expect(accepted).toEqual(silence)
    },
  )

  it.concurrent.each(cases.filter(({ validated }) => !validated))(
    'ignores an invalid artifact if the tool only reads, is one of this plugin, or wrote nothing: $name',
    async ({ event }) => {
      const root = projectWith({ [FILE]: brokenFinding })
      expect(await runHook(eventFor(event, root), { cwd: root })).toEqual(silence)
    },
  )
})

describe('the hook, for an event of Claude Code for a shell command,', () => {
  it.concurrent.each(shellEvents)('rejects an invalid artifact: $name', async ({ event }) => {
    const root = projectWith({ [FILE]: brokenFinding, 'src/x.ts': '' })
    const { status, stdout, stderr } = await runHook(eventFor(event, root), { cwd: root })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr.match(/^workbench: /gm)).toHaveLength(1)
    expect(stderr).toContain('auditor.json failed validation against finding.v1')
  })
})

describe('the hook, for an event of an agent that appends additionalContext to the result of the tool,', () => {
  const cases = recorded<RecordedEvent & { readonly event: { readonly hook_event_name: string } }>(
    'agents-with-context',
  )

  it.concurrent.each(cases.filter(({ validated }) => validated))(
    'writes the message for an invalid artifact to standard output as JSON, and accepts a valid one: $name',
    async ({ event }) => {
      const broken = projectWith({ [FILE]: brokenFinding, 'src/x.ts': '' })
      const valid = projectWith({ [FILE]: validFinding, 'src/x.ts': '' })
      const [rejected, accepted] = await Promise.all([
        runHook(eventFor(event, broken), { cwd: broken }),
        runHook(eventFor(event, valid), { cwd: valid }),
      ])
      expect(rejected).toMatchObject({ status: 0, stderr: '' })
      const { hookSpecificOutput } = JSON.parse(rejected.stdout) as Output
      expect(Object.keys(hookSpecificOutput)).toEqual(['hookEventName', 'additionalContext'])
      expect(hookSpecificOutput.hookEventName).toBe(event.hook_event_name)
      expect(hookSpecificOutput.additionalContext).toContain('/effortHours (line 18, column 18): Expected a')
      expect(accepted).toEqual(silence)
    },
  )

  it.concurrent.each(cases.filter(({ validated }) => !validated))(
    'ignores an invalid artifact if the tool only reads, is one of this plugin, or wrote nothing: $name',
    async ({ event }) => {
      const root = projectWith({ [FILE]: brokenFinding })
      expect(await runHook(eventFor(event, root), { cwd: root })).toEqual(silence)
    },
  )

  it('writes the message about a large file to standard output', async () => {
    const root = projectWith({ [FILE]: brokenFinding.replace('{', `{ ${' '.repeat(2 ** 20)}`) })
    const { status, stdout, stderr } = await runHook(
      written(FILE, { cwd: root, hook_event_name: 'AfterTool', tool_name: 'write_file' }),
      { cwd: root },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('/effortHours')
  })

  it('exits with 2 if standard output has no reader', async () => {
    const root = projectWith({ [FILE]: brokenFinding })
    const child = spawn(process.execPath, [program], { timeout: 20_000, stdio: 'pipe' })
    const ended = new Promise((resolve) => child.on('close', resolve))
    child.stdout.destroy()
    await new Promise((resolve) => child.stdout.on('close', resolve))
    child.stdin.end(written(FILE, { cwd: root, hook_event_name: 'AfterTool', tool_name: 'write_file' }))
    expect(await text(child.stderr)).toContain('/effortHours')
    expect(await ended).toBe(2)
  })

  it('exits with 2 if a fact is written before a tool', async () => {
    const root = projectWith()
    const event = { cwd: root, hook_event_name: 'BeforeTool', tool_name: 'write_file' }
    expect(await runHook(written('.workbench/memory/fact-0001.json', event))).toMatchObject({
      status: 2,
      stdout: '',
    })
  })
})

describe('the hook', () => {
  it("resolves a relative path from the event's cwd, not from its own", async () => {
    const root = projectWith({ [FILE]: brokenFinding })
    const event = {
      cwd: join(root, '.workbench', 'blackboard'),
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: 'w1/auditor.json' },
    }
    expect(await runHook(JSON.stringify(event), { cwd: projectWith() })).toMatchObject({ status: 2 })
  })

  it('resolves a relative path from its own current directory if the event has no cwd', async () => {
    const root = projectWith({ [FILE]: brokenFinding })
    const event = { hook_event_name: 'PostToolUse', tool_name: 'Write', tool_input: { file_path: FILE } }
    expect(await runHook(JSON.stringify(event), { cwd: root })).toMatchObject({ status: 2 })
  })

  const testInMemory = existsSync('/dev/shm') ? it.each : it.skip.each
  testInMemory(["echo '{}' > {root}/{file}", 'cp draft.txt {root}/{file}'])(
    'rejects an invalid artifact in /dev/shm: %s',
    async (command) => {
      const root = mkdtempSync('/dev/shm/workbench-')
      write(join(root, FILE), brokenFinding)
      const event = { cwd: root, hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command } }
      // The current directory is another one, so that only the command names the file.
      const result = await runHook(eventFor(event, root), { cwd: projectWith() })
      rmSync(root, { recursive: true })
      expect(result).toMatchObject({ status: 2, stdout: '' })
    },
  )
})
