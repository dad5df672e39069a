import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { brokenFinding, projectWith, runHook, silence, validFinding } from './hook.ts'

/** An event as an agent sends it, with `{root}` and `{file}` to put in, and whether the hook looks at the file. */
interface Recorded {
  readonly name: string
  readonly event: unknown
  readonly validated: boolean
}

const FILE = '.workbench/blackboard/w1/auditor.json'

const recorded = <Case>(name: string): Case[] =>
  JSON.parse(readFileSync(new URL(`events/${name}.json`, import.meta.url), 'utf8')) as Case[]

/** The event for a project. `{file}` and `{root}` are put in before the text is read, so that they reach every depth. */
const eventFor = (event: unknown, root: string): string =>
  JSON.stringify(event).replaceAll('{root}', root).replaceAll('{file}', FILE)

const shellEvents = recorded<{ name: string; command: string; validated: boolean }>('shell').map(
  ({ name, command, validated }): Recorded => ({
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
  ['Claude Code', recorded<Recorded>('claude-code')],
  ['the shell of Claude Code', shellEvents],
  ['other agents', recorded<Recorded>('other-agents')],
])('an event of %s', (_, cases) => {
  it.concurrent.each(cases.filter(({ validated }) => validated))(
    'sends a broken artifact back, and says nothing about a valid one: $name',
    async ({ event }) => {
      const broken = projectWith({ [FILE]: brokenFinding, 'src/x.ts': '' })
      const valid = projectWith({ [FILE]: validFinding, 'src/x.ts': '' })
      const [sentBack, passed] = await Promise.all([
        runHook(eventFor(event, broken), { cwd: broken }),
        runHook(eventFor(event, valid), { cwd: valid }),
      ])
      expect(sentBack).toMatchObject({ status: 2, stdout: '' })
      expect(sentBack.stderr).toContain('breaks its contract finding.v1 and goes back to you')
      expect(sentBack.stderr).toContain('auditor.json')
      expect(sentBack.stderr).toContain('/effortHours (line 18, column 18): Expected a number')
      expect(passed).toEqual(silence)
    },
  )

  it.concurrent.each(cases.filter(({ validated }) => !validated))(
    'says nothing about a broken artifact that it does not write: $name',
    async ({ event }) => {
      const root = projectWith({ [FILE]: brokenFinding })
      expect(await runHook(eventFor(event, root), { cwd: root })).toEqual(silence)
    },
  )
})

describe('a relative path', () => {
  it("is taken from the event's directory, not from the hook's", async () => {
    const root = projectWith({ [FILE]: brokenFinding })
    const event = {
      cwd: join(root, '.workbench', 'blackboard'),
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: 'w1/auditor.json' },
    }
    expect(await runHook(JSON.stringify(event), { cwd: projectWith() })).toMatchObject({ status: 2 })
  })

  it("is taken from the hook's directory where the event has none", async () => {
    const root = projectWith({ [FILE]: brokenFinding })
    const event = { hook_event_name: 'PostToolUse', tool_name: 'Write', tool_input: { file_path: FILE } }
    expect(await runHook(JSON.stringify(event), { cwd: root })).toMatchObject({ status: 2 })
  })
})
