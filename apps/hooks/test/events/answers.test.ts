import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { brokenFinding, projectWith, silence, validFinding } from '@workbench/test-support/hook'

import { runHook } from '../run-hook.ts'

const FILE = '.workbench/blackboard/w1/auditor.json'
const FACT = '.workbench/memory/fact-0001.json'
const COPILOT = { COPILOT_CLI: '1' }
const QWEN = { QWEN_PROJECT_DIR: '/nowhere' }

interface Case {
  readonly agent: string
  readonly env: Readonly<Record<string, string>>
  /** The members of its events that are the same for all. */
  readonly members: object
  readonly tool: (path: string) => object
  /** The member of the answer that has the message, before and after a tool. Without the first one, the tool may run. */
  readonly denial?: (message: unknown) => object
  readonly context: (message: unknown) => object
}

const denial = (permissionDecisionReason: unknown) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason },
})

/** Events that the programs sent. */
const cases: readonly Case[] = [
  {
    agent: 'Copilot CLI 1.0.102',
    env: COPILOT,
    members: { session_id: 's', timestamp: '2026-11-25T14:39:18.451Z' },
    tool: (path) => ({ tool_name: 'Write', tool_input: { path, file_text: '{}' } }),
    denial,
    context: (additionalContext) => ({ additionalContext }),
  },
  {
    agent: 'Copilot CLI, with its own form of a command',
    env: COPILOT,
    members: { session_id: 's', timestamp: '2026-11-25T14:39:23.882Z' },
    tool: (path) => ({ tool_name: 'Bash', tool_input: { command: `echo x > ${path}`, path } }),
    context: (additionalContext) => ({ additionalContext }),
  },
  {
    agent: 'Qwen Code 0.24.4',
    env: QWEN,
    members: { timestamp: '2026-11-25T14:41:30.554Z', permission_mode: 'yolo', transcript_path: '/t.jsonl' },
    tool: (path) => ({ tool_name: 'write_file', tool_input: { file_path: path, content: '{}' } }),
    denial,
    context: (additionalContext) => ({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext },
    }),
  },
]

describe.each(cases)('the hook, for $agent,', ({ env, members, tool, denial: denied, context }) => {
  const run = async (cwd: string, event: object) => {
    const { status, stdout, stderr } = await runHook(JSON.stringify({ ...members, cwd, ...event }), {
      cwd,
      env,
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return stdout === '' ? undefined : (JSON.parse(stdout) as unknown)
  }

  it('rejects an invalid artifact and accepts a valid one', async () => {
    const event = { hook_event_name: 'PostToolUse', ...tool(FILE) }
    const message = expect.stringContaining('failed validation against finding.v1') as unknown
    expect(await run(projectWith({ [FILE]: brokenFinding }), event)).toEqual(context(message))
    expect(await run(projectWith({ [FILE]: validFinding }), event)).toBeUndefined()
  })

  it('denies a write to the memory with the reason, but no shell command', async () => {
    const event = { hook_event_name: 'PreToolUse', ...tool(FACT) }
    const reason = expect.stringContaining(
      'was not written: write facts only with the tool memory_write',
    ) as unknown
    expect(await run(projectWith(), event)).toEqual(denied?.(reason))
  })

  it('holds the agent once', async () => {
    const root = projectWith({ [FILE]: brokenFinding })
    const reason = expect.stringContaining('failed validation against finding.v1') as unknown
    expect(await run(root, { hook_event_name: 'Stop', stop_hook_active: false })).toEqual({
      decision: 'block',
      reason,
    })
    const event = { ...members, cwd: root, hook_event_name: 'Stop', stop_hook_active: true }
    expect(await runHook(JSON.stringify(event), { cwd: root, env })).toMatchObject({ status: 1 })
  })
})

it('the hook answers an event of Copilot CLI without a name in its own form', async () => {
  const root = projectWith({ [FILE]: brokenFinding })
  const event = {
    timestamp: 1704614700000,
    cwd: root,
    toolName: 'create',
    toolArgs: JSON.stringify({ path: FILE, file_text: '{}' }),
    toolResult: { resultType: 'success', textResultForLlm: 'Created' },
  }
  const { status, stdout } = await runHook(JSON.stringify(event), { cwd: root })
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    additionalContext: expect.stringContaining('auditor.json') as unknown,
  })
})

describe('a subagent of Copilot CLI', () => {
  const ID = 'f2ab4379'
  const parent = { timestamp: '2026-11-27T15:20:00.000Z', parent_agent_id: 's' }
  /** Its tools, and the end of its own session, have its id as that of the session. */
  const own = { ...parent, session_id: ID, agent_id: ID, agent_name: 'general-purpose' }
  const ended = { ...parent, session_id: 's', agent_id: ID, agent_name: 'general-purpose' }
  const send = async (cwd: string, event: object) => {
    const { status, stdout, stderr } = await runHook(JSON.stringify({ cwd, ...event }), { cwd, env: COPILOT })
    return { status, stderr, answer: stdout === '' ? undefined : (JSON.parse(stdout) as object) }
  }
  const none = { status: 0, stderr: '', answer: undefined }

  it('is held at its SubagentStop for what it wrote, and its main agent is told of it as that of the subagent', async () => {
    const root = projectWith({ [FILE]: validFinding })
    const tool = { tool_name: 'Bash', tool_input: { command: 'node write.js' } }
    expect(
      await send(root, { sessionId: 's', ...parent, agentName: 'general-purpose', agent_id: ID }),
    ).toEqual(none)
    expect(await send(root, { ...own, hook_event_name: 'PreToolUse', ...tool })).toEqual(none)
    writeFileSync(join(root, FILE), brokenFinding)
    expect(await send(root, { ...own, hook_event_name: 'PostToolUse', ...tool })).toMatchObject({
      answer: { additionalContext: expect.stringContaining('failed validation against') as unknown },
    })
    expect(await send(root, { ...own, hook_event_name: 'Stop' })).toEqual(none)
    expect(await send(root, { ...ended, hook_event_name: 'SubagentStop' })).toMatchObject({
      answer: { decision: 'block', reason: expect.stringContaining('failed validation against') as unknown },
    })
    expect(
      await send(root, { timestamp: parent.timestamp, session_id: 's', hook_event_name: 'Stop' }),
    ).toMatchObject({
      answer: {
        reason: expect.stringContaining('written by the subagent general-purpose)') as unknown,
      },
    })
  })
})

it('the hook answers Claude Code that was started by Copilot CLI or Qwen Code with status 2', async () => {
  const root = projectWith({ [FILE]: brokenFinding })
  const event = {
    session_id: 's',
    cwd: root,
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_input: { file_path: FILE, content: '' },
  }
  const env = { ...COPILOT, ...QWEN }
  expect(await runHook(JSON.stringify(event), { cwd: root, env })).toMatchObject({ status: 2, stdout: '' })
  expect(await runHook(JSON.stringify({ ...event, tool_name: 'Read' }), { cwd: root, env })).toEqual(silence)
})
