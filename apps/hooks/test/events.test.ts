import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { brokenFinding, projectWith, runHook, silence, validFinding } from './hook.ts'

/** An event of an agent with the placeholders `{root}` and `{file}`, and whether the hook must validate the file. */
interface RecordedEvent {
  readonly name: string
  readonly event: unknown
  readonly validated: boolean
}

const FILE = '.workbench/blackboard/w1/auditor.json'

const recorded = <Case>(name: string): Case[] =>
  JSON.parse(readFileSync(new URL(`events/${name}.json`, import.meta.url), 'utf8')) as Case[]

/** The event of a project. Placeholders are replaced in the JSON text, so that they may be at any depth. */
const eventFor = (event: unknown, root: string): string =>
  JSON.stringify(event).replaceAll('{root}', root).replaceAll('{file}', FILE)

const shellEvents = recorded<{ name: string; command: string; validated: boolean }>('shell').map(
  ({ name, command, validated }): RecordedEvent => ({
    name,
    validated,
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
  ['Claude Code for a shell command', shellEvents],
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
    'ignores an invalid artifact that the tool did not write: $name',
    async ({ event }) => {
      const root = projectWith({ [FILE]: brokenFinding })
      expect(await runHook(eventFor(event, root), { cwd: root })).toEqual(silence)
    },
  )
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
})
