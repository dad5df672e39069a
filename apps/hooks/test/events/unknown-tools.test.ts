import { brokenFinding, projectWith, silence, validFinding } from '@workbench/test-support/hook'

import { runHook } from '../run-hook.ts'

const FILE = 'out/a.json'
const FACT = '.workbench/memory/fact-0001.json'

/** Sends an event for a project with an artifact outside of the working area. */
function send(event: object, content: string) {
  const root = projectWith({ [FILE]: content })
  const text = JSON.stringify({ cwd: root, ...event }).replaceAll('{root}', root)
  return runHook(text, { cwd: root })
}

describe('the hook, for an argument of an unknown tool,', () => {
  const inputs: readonly (readonly [string, (path: string) => unknown])[] = [
    ['relative_path', (path) => ({ relative_path: path })],
    ['pathInProject', (path) => ({ pathInProject: path })],
    ['destination_path', (path) => ({ destination_path: path })],
    ['output_path', (path) => ({ output_path: path })],
    ['another name', (path) => ({ where: path })],
    ['the name of a member', (path) => ({ files: { [path]: '{}' } })],
    ['ten levels deep', (path) => ({ a: { b: { c: { d: { e: { f: { g: { h: { i: [path] } } } } } } } } })],
  ]
  const call = (hook_event_name: string, tool_input: unknown) => ({
    hook_event_name,
    tool_name: 'mcp__ide__apply',
    tool_input,
  })

  it.each(inputs)('validates the file after it: %s', async (_, input) => {
    expect(await send(call('PostToolUse', input(FILE)), brokenFinding)).toMatchObject({ status: 2 })
    expect(await send(call('PostToolUse', input(FILE)), validFinding)).toEqual(silence)
  })

  it.each(inputs)(
    'blocks it before a write to the memory if its name says that it writes: %s',
    async (_, input) => {
      const event = call('PreToolUse', input(FACT))
      expect(await send(event, validFinding)).toEqual(silence)
      const { status, stderr } = await send({ ...event, tool_name: 'mcp__ide__replace_text' }, validFinding)
      expect(status).toBe(2)
      expect(stderr).toContain('write facts only with the tool memory_write')
    },
  )

  it('blocks a path that is relative to a folder in the arguments', async () => {
    const input = { project_path: '{root}', relative_path: FACT, content: '{}' }
    const event = { cwd: '/', ...call('PreToolUse', input), tool_name: 'mcp__ide__replace_text' }
    expect(await send(event, '')).toMatchObject({ status: 2 })
  })

  it.each([{ content: FACT }, { new_string: `see ${FACT}` }, { body: FACT }, { description: FACT }])(
    'allows a text that names a fact: %j',
    async (input) => {
      expect(await send(call('PreToolUse', { file_path: 'a.md', ...input }), '')).toEqual(silence)
    },
  )
})

describe('the hook, for an event', () => {
  it.each<readonly [string, object]>([
    ['post_tool_use', { tool_name: 'Write', tool_input: { file_path: FILE } }],
    ['postToolUse', { tool_name: 'fs_write', tool_input: { path: FILE } }],
    ['PostToolUseFailure', { tool_name: 'Bash', tool_input: { command: `cat > ${FILE}` }, error: 'x' }],
  ])('%s validates what the tool wrote', async (hook_event_name, members) => {
    expect(await send({ hook_event_name, ...members }, brokenFinding)).toMatchObject({ status: 2 })
    expect(await send({ hook_event_name, ...members }, validFinding)).toEqual(silence)
  })

  it.each(['beforeReadFile', 'PreCompact', 'BeforeToolSelection', 'UserPromptSubmit'])(
    '%s is ignored',
    async (hook_event_name) => {
      const members = hook_event_name === 'beforeReadFile' ? { file_path: FACT } : { text: FACT }
      expect(await send({ hook_event_name, ...members }, brokenFinding)).toEqual(silence)
    },
  )
})
