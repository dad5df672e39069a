import { brokenFinding, projectWith, validFact, validFinding } from '@workbench/test-support/hook'

import { runHook } from '../../src/run-hook.ts'
import * as validation from '../../src/validation/validation-bundle.ts'

/*
 * Events of agents that are not among those of `test:agents`, as their documentation shows them:
 * https://code.visualstudio.com/docs/agents/reference/hooks-reference, https://docs.cline.bot/customization/hooks,
 * https://docs.factory.ai/reference/hooks-reference.
 * {root} is the project, {file} an artifact in it.
 */

const FILE = '.workbench/blackboard/w1/auditor.json'
const FACT = '.workbench/memory/fact-0001.json'

/** An event of one moment. */
type Events = Readonly<Record<string, object>>

interface Agent {
  readonly name: string
  /** The members of all events. */
  readonly common: object
  /** After a tool that wrote {file}. */
  readonly after: Events
  /** Before a tool that writes the fact {fact}. */
  readonly before: Events
  /** At the end. */
  readonly stop: Events
  /** At which nothing was written, or only read. */
  readonly reading: Events
  /** The object on standard output; exit status 2 without it. */
  readonly answers?: {
    readonly after?: (message: unknown) => object
    readonly before?: (message: unknown) => object
    readonly stop?: (message: unknown) => object
  }
}

const vscode: Agent = {
  name: 'VS Code',
  common: {
    timestamp: '2026-02-09T10:30:00.000Z',
    cwd: '{root}',
    sessionId: 's',
    transcript_path: '/t.json',
  },
  after: {
    'PostToolUse of editFiles': {
      ...{ hookEventName: 'PostToolUse', tool_name: 'editFiles', tool_input: { files: ['{file}'] } },
      ...{ tool_use_id: 'tool-123', tool_response: 'File edited successfully' },
    },
  },
  before: {
    'PreToolUse of create_file': {
      ...{ hookEventName: 'PreToolUse', tool_name: 'create_file', tool_use_id: 'tool-123' },
      tool_input: { filePath: '{root}/{fact}', content: '{}' },
    },
  },
  stop: {
    Stop: { hookEventName: 'Stop', stop_hook_active: false },
    SubagentStop: { hookEventName: 'SubagentStop', agent_id: 'a', agent_type: 'auditor' },
  },
  answers: {
    before: (permissionDecisionReason) => ({
      hookSpecificOutput: {
        ...{ hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason },
      },
    }),
  },
  reading: {
    PreCompact: { hookEventName: 'PreCompact', trigger: 'auto' },
    'PostToolUse of read_file': {
      ...{ hookEventName: 'PostToolUse', tool_name: 'read_file', tool_input: { filePath: '{file}' } },
    },
  },
}

const cline: Agent = {
  name: 'Cline',
  common: {
    ...{ clineVersion: '3.36.0', timestamp: '1736654400000', taskId: 't', userId: 'u' },
    workspaceRoots: ['{root}'],
  },
  after: {
    'PostToolUse of write_to_file': {
      hookName: 'PostToolUse',
      postToolUse: {
        ...{ toolName: 'write_to_file', parameters: { path: '{file}', content: '{}' } },
        ...{ result: 'Saved', success: true, executionTimeMs: 20 },
      },
    },
    'tool_result of Cline 3': {
      ...{ hookName: 'tool_result', agent_id: 'agent_1', parent_agent_id: null, iteration: 1 },
      tool_result: { id: 'c', name: 'run_commands', input: { commands: ['cat > {file}'] } },
      postToolUse: {
        ...{ toolName: 'run_commands', parameters: { commands: '["cat > {file}"]' } },
        ...{ result: '', success: true, executionTimeMs: 20 },
      },
    },
    'PostToolUse of execute_command': {
      hookName: 'PostToolUse',
      postToolUse: {
        ...{ toolName: 'execute_command', parameters: { command: 'make', requires_approval: 'false' } },
        ...{ result: '', success: true, executionTimeMs: 20 },
      },
    },
  },
  before: {
    'tool_call of Cline 3': {
      ...{ hookName: 'tool_call', agent_id: 'agent_1', parent_agent_id: null, iteration: 1 },
      tool_call: { id: 'c', name: 'editor', input: { path: '{root}/{fact}', new_text: '{}' } },
      preToolUse: { toolName: 'editor', parameters: { path: '{root}/{fact}', new_text: '{}' } },
    },
    'PreToolUse of write_to_file': {
      hookName: 'PreToolUse',
      preToolUse: { toolName: 'write_to_file', parameters: { path: '{fact}', content: '{}' } },
    },
  },
  stop: {
    TaskComplete: { hookName: 'TaskComplete', taskComplete: { taskMetadata: {} } },
    'agent_end of Cline 3': {
      hookName: 'agent_end',
      agent_id: 'agent_1',
      parent_agent_id: null,
      taskComplete: {},
    },
  },
  reading: {
    PreCompact: { hookName: 'PreCompact', preCompact: { contextSize: 1000 } },
    'PostToolUse of read_file': {
      hookName: 'PostToolUse',
      postToolUse: { toolName: 'read_file', parameters: { path: '{file}' }, result: '{}', success: true },
    },
  },
  answers: {
    before: (errorMessage) => ({ cancel: true, errorMessage }),
    after: (contextModification) => ({ cancel: false, contextModification }),
    stop: (contextModification) => ({ cancel: false, contextModification }),
  },
}

const droid: Agent = {
  name: 'Droid',
  common: { session_id: 's', transcript_path: '/t.jsonl', cwd: '{root}', permission_mode: 'off' },
  after: {
    'PostToolUse of Create': {
      ...{ hook_event_name: 'PostToolUse', tool_name: 'Create', tool_response: { success: true } },
      tool_input: { file_path: '{root}/{file}', content: '{}' },
    },
    'PostToolUse of Execute': {
      ...{ hook_event_name: 'PostToolUse', tool_name: 'Execute', tool_response: '' },
      tool_input: { command: 'make', riskLevel: 'low' },
    },
  },
  before: {
    'PreToolUse of Create': {
      ...{ hook_event_name: 'PreToolUse', tool_name: 'Create' },
      tool_input: { file_path: '{root}/{fact}', content: '{}' },
    },
  },
  stop: {
    Stop: { hook_event_name: 'Stop', stop_hook_active: false },
    SubagentStop: { hook_event_name: 'SubagentStop', stop_hook_active: false },
  },
  reading: {
    PreCompact: { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: '' },
    'PostToolUse of Read': {
      ...{ hook_event_name: 'PostToolUse', tool_name: 'Read', tool_input: { file_path: '{root}/{file}' } },
    },
  },
}

/** Sends an event for a project; in the current directory `cwd`, as agents start the hook. */
function send(root: string, event: object, cwd = root) {
  const text = JSON.stringify(event)
    .replaceAll('{root}', root)
    .replaceAll('{file}', FILE)
    .replaceAll('{fact}', FACT)
  const context = { env: {}, cwd, deadline: Date.now() + 60_000 }
  const { status, message, output } = runHook(text, context, validation.runTask)
  return output === undefined ? { status, message } : { status, answer: JSON.parse(output) as unknown }
}

const silence = { status: 0, message: '' }

describe.each([vscode, cline, droid])('the hook, for an event of $name,', (agent) => {
  const { common, after, before, stop, reading, answers } = agent

  function sendIn(content: string, event: object) {
    const root = projectWith({ [FILE]: content })
    const whole = { ...common, ...event }
    // Some agents start hooks elsewhere, and say in the event where they are.
    const isLocated = /"(cwd|workspaceRoots)":/.test(JSON.stringify(whole))
    return send(root, whole, isLocated ? projectWith() : root)
  }

  const answerWith = (text: string, moment: keyof NonNullable<Agent['answers']>) => {
    const message = expect.stringContaining(text) as unknown
    const answer = answers?.[moment]
    return answer ? { status: 0, answer: answer(message) } : { status: 2, message }
  }

  it.each(Object.entries(after))('rejects a broken artifact and accepts a valid one: %s', (_, event) => {
    expect(sendIn(brokenFinding, event)).toEqual(answerWith('failed validation against finding.v1', 'after'))
    expect(sendIn(validFinding, event)).toEqual(silence)
  })

  it.each(Object.entries(before))('denies a write to the memory: %s', (_, event) => {
    expect(sendIn(validFinding, event)).toEqual(
      answerWith('write facts only with the tool memory_write', 'before'),
    )
  })

  it.each(Object.entries(stop))('holds the agent: %s', (_, event) => {
    expect(sendIn(brokenFinding, event)).toEqual(answerWith('failed validation against finding.v1', 'stop'))
    expect(sendIn(validFinding, event)).toEqual(silence)
  })

  it.each(Object.entries(reading))('is silent: %s', (_, event) => {
    expect(sendIn(brokenFinding, event)).toEqual(silence)
  })
})

it('the hook adds the facts before the first tool of a session of Cline, which reads no answer at the start', () => {
  const root = projectWith({ [FACT]: validFact.replace(/"id": .*/, '"id": "fact-0001",') })
  const event = {
    ...cline.common,
    hookName: 'tool_call',
    preToolUse: { toolName: 'editor', parameters: { path: 'a' } },
  }
  expect(send(root, event)).toEqual({
    status: 0,
    answer: { cancel: false, contextModification: expect.stringContaining('fact-0001') as unknown },
  })
  expect(send(root, event)).toEqual(silence)
})

it.each(['TaskStart', 'sessionStart', 'SubagentStart'])('the hook recalls facts at %s', (hook_event_name) => {
  const root = projectWith({ [FACT]: validFact.replace(/"id": .*/, '"id": "fact-0001",') })
  expect(JSON.stringify(send(root, { hook_event_name }))).toContain('fact-0001')
})

describe('the hook, for an event with an unknown name,', () => {
  const events: readonly object[] = [
    { hook_event_name: 'FileSaved' },
    { hook_event_name: 'threadFinished' },
    { hook_event_name: 'PostToolBatch' },
    { hook_event_name: 'ToolFinished', tool_name: 'Write', tool_input: { file_path: FILE } },
  ]

  it.each(events)('tells the user about a broken artifact, and ends nothing: %j', (event) => {
    expect(send(projectWith({ [FILE]: brokenFinding }), event)).toEqual({
      status: 1,
      message: expect.stringContaining('failed validation against finding.v1') as unknown,
    })
  })

  it.each(events)('is silent if nothing is wrong: %j', (event) => {
    expect(send(projectWith({ [FILE]: validFinding }), event)).toEqual(silence)
  })
})
