import { join } from 'node:path'
import { rmSync, utimesSync } from 'node:fs'

import { brokenFinding, projectWith, silence, validFinding, write } from '@workbench/test-support/hook'
import { commit, git } from '@workbench/test-support/git-repository'

import { runHook } from './run-hook.ts'

const A = '.workbench/blackboard/w1/a.json'
const B = '.workbench/blackboard/w1/b.json'

/** The area exists, as after the first artifact. */
const newProject = () => projectWith({ '.workbench/blackboard/w1/other.json': validFinding })

const MAIN = { session_id: 's1' }
const SUBAGENT = { ...MAIN, agent_id: 'a7', agent_type: 'reviewer' }
const OTHER_SESSION = { session_id: 's2' }

/** The events of a tool, whose id is that of the call. */
function tool(root: string, agent: object, id: string | undefined, command = './generate') {
  const event = { cwd: root, ...agent, tool_use_id: id, tool_name: 'Bash', tool_input: { command } }
  return {
    begin: () => send({ ...event, hook_event_name: 'PreToolUse' }),
    end: () => send({ ...event, hook_event_name: 'PostToolUse', tool_response: {} }),
  }
}

const send = (event: object) => runHook(JSON.stringify(event))

const stop = (root: string, agent: object, change: object = {}) =>
  send({ hook_event_name: 'agent_id' in agent ? 'SubagentStop' : 'Stop', cwd: root, ...agent, ...change })

const ABOUT_OTHERS = /a\.json is invalid \([^)]*\)\. This is for your information, and told once/

/** The text for the model that is no rejection. */
const context = ({ stdout }: { readonly stdout: string }): string =>
  stdout === ''
    ? ''
    : (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput
        .additionalContext

describe('the hook tells the agent that wrote a file that no event names:', () => {
  it.each([
    ['the main agent', MAIN],
    ['a subagent of another type than the name of the file', SUBAGENT],
  ])('%s, after its tool and when it stops', async (_, agent) => {
    const root = newProject()
    const { begin, end } = tool(root, agent, 't1')
    expect(await begin()).toEqual(silence)
    write(join(root, A), brokenFinding)
    expect(await end()).toMatchObject({ status: 2, stderr: expect.stringContaining(A) as unknown })
    expect(await stop(root, agent)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(A) as unknown,
    })
    expect(await stop(root, agent, { stop_hook_active: true })).toMatchObject({ status: 1 })
    write(join(root, A), validFinding)
    expect(await stop(root, agent)).toEqual(silence)
  })

  it('one without an event before its tools', async () => {
    const root = newProject()
    write(join(root, A), brokenFinding)
    expect(await tool(root, SUBAGENT, 't1').end()).toMatchObject({ status: 2 })
    expect(await stop(root, SUBAGENT)).toMatchObject({ status: 2 })
  })

  it.each([
    ['', ['t1', 't2', 't3', 't4']],
    [', also without ids of calls', [undefined, undefined, undefined, undefined]],
  ])('once for a batch, after the tool whose arguments name the file%s', async (_, [id, ...ids]) => {
    const root = projectWith()
    const writing = tool(root, MAIN, id, `cp draft.txt ${A}`)
    const echoes = ids.map((echo) => tool(root, MAIN, echo, 'echo x'))
    for (const { begin } of [writing, ...echoes]) expect(await begin()).toEqual(silence)
    write(join(root, A), brokenFinding)
    const [first, ...others] = echoes
    expect(await first?.end()).toEqual(silence)
    expect(await writing.end()).toMatchObject({ status: 2 })
    for (const { end } of others) expect(await end()).toEqual(silence)
  })

  it('again only if it wrote the file again', async () => {
    const root = newProject()
    const first = tool(root, MAIN, 't1')
    await first.begin()
    write(join(root, A), brokenFinding)
    expect(await first.end()).toMatchObject({ status: 2 })
    const reading = tool(root, MAIN, 't2', `cat ${A}`)
    await reading.begin()
    expect(await reading.end()).toEqual(silence)
    const touching = tool(root, MAIN, 't3')
    await touching.begin()
    utimesSync(join(root, A), 1, 1)
    expect(await touching.end()).toEqual(silence)
    const writing = tool(root, MAIN, 't4', `cp draft.txt ${A}`)
    await writing.begin()
    write(join(root, A), brokenFinding)
    expect(await writing.end()).toMatchObject({ status: 2 })
  })
})

describe('the hook tells once, and without a rejection, of a file that', () => {
  it('one of two agents wrote whose tools ran at the same time', async () => {
    const root = newProject()
    const tools = [tool(root, MAIN, 't1'), tool(root, SUBAGENT, 't2')]
    for (const { begin } of tools) await begin()
    write(join(root, A), brokenFinding)
    for (const { end } of tools) {
      const result = await end()
      expect(result).toMatchObject({ status: 0, stderr: '' })
      expect(context(result)).toMatch(ABOUT_OTHERS)
      expect(context(result)).toContain('it is not known who wrote it')
      expect(context(result)).not.toContain('fix')
    }
    for (const agent of [SUBAGENT, MAIN, { ...SUBAGENT, agent_id: 'a8' }])
      expect(await stop(root, agent)).toEqual(silence)
  })

  it('another session wrote, to the main agent, with the name of the writer', async () => {
    const root = newProject()
    const writing = tool(root, { ...OTHER_SESSION, agent_id: 'x', agent_type: 'auditor' }, 't1')
    await writing.begin()
    write(join(root, A), brokenFinding)
    await writing.end()
    const [first, second, third] = ['t2', 't3', 't4'].map((id) => tool(root, MAIN, id, 'echo x'))
    await first?.begin()
    const told = await first?.end()
    expect(told && context(told)).toMatch(
      /a\.json is invalid \(written by the subagent auditor of another session\)/,
    )
    for (const other of [second, third]) {
      await other?.begin()
      expect(await other?.end()).toEqual(silence)
    }
    expect(await stop(root, MAIN)).toEqual(silence)
    expect(await stop(root, SUBAGENT)).toEqual(silence)
  })

  it('was there when the session started, when the main agent stops', async () => {
    const root = projectWith({ [A]: brokenFinding })
    await send({ hook_event_name: 'SessionStart', cwd: root, ...MAIN })
    const first = tool(root, MAIN, 't1')
    await first.begin()
    write(join(root, B), brokenFinding)
    expect((await first.end()).stderr).not.toContain(A)
    const { status, stderr } = await stop(root, MAIN)
    expect(status).toBe(2)
    expect(stderr).toMatch(/b\.json failed validation against finding\.v1; fix /)
    expect(stderr).toMatch(ABOUT_OTHERS)
    expect((await stop(root, MAIN)).stderr).not.toMatch(ABOUT_OTHERS)
  })

  it('a program in the background wrote after its tool had ended', async () => {
    const root = newProject()
    const first = tool(root, MAIN, 't1')
    await first.begin()
    await first.end()
    write(join(root, A), brokenFinding)
    for (const agent of [SUBAGENT, MAIN]) {
      const { status, stderr } = await stop(root, agent)
      expect(status).toBe(2)
      expect(stderr).toMatch(ABOUT_OTHERS)
      expect(await stop(root, agent)).toEqual(silence)
    }
  })
})

describe('the hook, for what git changes,', () => {
  it('does not tell an agent again of a file that a checkout brings back', async () => {
    const root = newProject()
    rmSync(join(root, '.git'), { recursive: true })
    git(root, 'init', '--quiet', '--initial-branch=main')
    commit(root)
    git(root, 'checkout', '--quiet', '-b', 'broken')
    const writing = tool(root, MAIN, 't1')
    await writing.begin()
    write(join(root, A), brokenFinding)
    expect(await writing.end()).toMatchObject({ status: 2 })
    commit(root)
    for (const branch of ['main', 'broken']) {
      const checkout = tool(root, MAIN, branch, `git checkout ${branch}`)
      await checkout.begin()
      git(root, 'checkout', '--quiet', branch)
      expect(await checkout.end()).toEqual(silence)
    }
  })
})
