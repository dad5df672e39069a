import { brokenFinding, projectWith, validFact, validFinding } from '@workbench/test-support/hook'

import { runHook } from '../../src/run-hook.ts'
import * as validation from '../../src/validation/validation-bundle.ts'

/*
 * Events of agents that are not among those of `pnpm test:agents`, as their documentation shows them:
 * https://cursor.com/docs/agent/hooks, https://code.visualstudio.com/docs/agents/reference/hooks-reference,
 * https://docs.cline.bot/customization/hooks, https://docs.windsurf.com/windsurf/cascade/hooks,
 * https://docs.factory.ai/reference/hooks-reference, https://kiro.dev/docs/cli/hooks.
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

const EDITS = [{ old_string: '"low"', new_string: '"blocker"' }]

const cursor: Agent = {
  name: 'Cursor',
  common: {
    ...{ conversation_id: 'c', generation_id: 'g', model: 'm', cursor_version: '2.0.77' },
    ...{ workspace_roots: ['{root}'], user_email: 'user@example.com', transcript_path: null },
  },
  after: {
    afterFileEdit: { hook_event_name: 'afterFileEdit', file_path: '{root}/{file}', edits: EDITS },
    afterShellExecution: {
      ...{ hook_event_name: 'afterShellExecution', command: './generate > {file}', output: '' },
      ...{ duration: 1234, cwd: '{root}' },
    },
    'afterShellExecution of a program that names no file': {
      ...{ hook_event_name: 'afterShellExecution', command: 'make', output: '', duration: 1234, cwd: '' },
    },
    afterMCPExecution: {
      ...{ hook_event_name: 'afterMCPExecution', tool_name: 'save_file', result_json: '{}', duration: 250 },
      tool_input: '{"relative_path":"{file}","content":"{}"}',
    },
    postToolUse: {
      ...{ hook_event_name: 'postToolUse', tool_name: 'Write', tool_output: '{}', duration: 12 },
      ...{ tool_input: { file_path: '{root}/{file}' }, tool_use_id: 'u', cwd: '{root}' },
    },
  },
  before: {
    preToolUse: {
      ...{ hook_event_name: 'preToolUse', tool_name: 'Write', tool_input: { file_path: '{root}/{fact}' } },
      ...{ tool_use_id: 'u', cwd: '{root}', agent_message: 'Now I write the fact' },
    },
    beforeMCPExecution: {
      ...{ hook_event_name: 'beforeMCPExecution', tool_name: 'save_file', command: 'npx files' },
      tool_input: '{"relative_path":"{fact}","content":"{}"}',
    },
  },
  stop: {
    stop: { hook_event_name: 'stop', status: 'completed', loop_count: 0 },
    subagentStop: { hook_event_name: 'subagentStop', subagent_type: 'explore', status: 'completed' },
  },
  reading: {
    beforeReadFile: { hook_event_name: 'beforeReadFile', file_path: '{root}/{file}', content: '{}' },
    beforeSubmitPrompt: { hook_event_name: 'beforeSubmitPrompt', prompt: 'See {file}', attachments: [] },
    'postToolUse of a tool that reads': {
      ...{ hook_event_name: 'postToolUse', tool_name: 'Read', tool_input: { file_path: '{file}' } },
    },
  },
  answers: {
    before: (message) => ({ permission: 'deny', user_message: message, agent_message: message }),
    after: (message) => ({ additional_context: message }),
    stop: (message) => ({ followup_message: message }),
  },
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

const windsurf: Agent = {
  name: 'Windsurf',
  common: { trajectory_id: 't', execution_id: 'e', timestamp: '2025-01-15T10:30:00Z', model_name: 'm' },
  after: {
    post_write_code: {
      agent_action_name: 'post_write_code',
      tool_info: { file_path: '{root}/{file}', edits: EDITS },
    },
    post_run_command: {
      agent_action_name: 'post_run_command',
      tool_info: { command_line: 'make', cwd: '{root}' },
    },
    post_mcp_tool_use: {
      agent_action_name: 'post_mcp_tool_use',
      tool_info: {
        ...{ mcp_server_name: 'files', mcp_tool_name: 'save_file', mcp_result: 'ok' },
        mcp_tool_arguments: { relative_path: '{file}' },
      },
    },
  },
  before: {
    pre_write_code: {
      agent_action_name: 'pre_write_code',
      tool_info: { file_path: '{root}/{fact}', edits: EDITS },
    },
    pre_mcp_tool_use: {
      agent_action_name: 'pre_mcp_tool_use',
      tool_info: {
        mcp_server_name: 'files',
        mcp_tool_name: 'save_file',
        mcp_tool_arguments: { path: '{fact}' },
      },
    },
  },
  stop: {
    post_cascade_response: { agent_action_name: 'post_cascade_response', tool_info: { response: 'Done' } },
  },
  reading: {
    post_read_code: { agent_action_name: 'post_read_code', tool_info: { file_path: '{root}/{file}' } },
    pre_user_prompt: { agent_action_name: 'pre_user_prompt', tool_info: { user_prompt: 'See {file}' } },
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

const FS_WRITE = { command: 'create', path: '{root}/{file}', file_text: '{}' }

const kiro: Agent = {
  name: 'Kiro',
  common: { cwd: '{root}', session_id: 's' },
  after: {
    'postToolUse of fs_write': {
      ...{ hook_event_name: 'postToolUse', tool_name: 'fs_write', tool_input: FS_WRITE },
      tool_response: { success: true, result: [''] },
    },
    'postToolUse of execute_bash': {
      ...{ hook_event_name: 'postToolUse', tool_name: 'execute_bash', tool_input: { command: 'make' } },
    },
    'deferred postToolUse': {
      hook_event_name: 'postToolUse',
      hook_events: [
        {
          tool_name: 'fs_read',
          cwd: '{root}',
          tool_input: { operations: [{ mode: 'Line', path: 'a.json' }] },
        },
        { tool_name: 'fs_write', cwd: '{root}', tool_input: FS_WRITE, tool_response: { success: true } },
      ],
    },
  },
  before: {
    'preToolUse of fs_write': {
      ...{ hook_event_name: 'preToolUse', tool_name: 'fs_write' },
      tool_input: { command: 'create', path: '{root}/{fact}', file_text: '{}' },
    },
    'preToolUse of a tool of a server': {
      ...{ hook_event_name: 'preToolUse', tool_name: '@files/save', tool_input: { target: '{fact}' } },
    },
  },
  stop: { stop: { hook_event_name: 'stop' } },
  reading: {
    'postToolUse of fs_read': {
      ...{ hook_event_name: 'postToolUse', tool_name: 'fs_read' },
      tool_input: { operations: [{ mode: 'Line', path: '{root}/{file}' }] },
    },
    'preToolUse of memory_write': {
      ...{
        hook_event_name: 'preToolUse',
        tool_name: '@workbench/memory_write',
        tool_input: { source: '{fact}' },
      },
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

describe.each([cursor, vscode, cline, windsurf, droid, kiro])('the hook, for an event of $name,', (agent) => {
  const { common, after, before, stop, reading, answers } = agent

  function sendIn(content: string, event: object) {
    const root = projectWith({ [FILE]: content })
    const whole = { ...common, ...event }
    // Some agents start hooks elsewhere, and say in the event where they are.
    const isLocated = /"(cwd|workspace_roots|workspaceRoots)":/.test(JSON.stringify(whole))
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

it('the hook holds Cursor once', () => {
  const event = { ...cursor.common, hook_event_name: 'stop', loop_count: 1 }
  expect(send(projectWith({ [FILE]: brokenFinding }), event)).toMatchObject({ status: 1 })
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

it.each(['agentSpawn', 'TaskStart', 'sessionStart', 'SubagentStart'])(
  'the hook recalls facts at %s',
  (hook_event_name) => {
    const root = projectWith({ [FACT]: validFact.replace(/"id": .*/, '"id": "fact-0001",') })
    expect(JSON.stringify(send(root, { hook_event_name }))).toContain('fact-0001')
  },
)

describe('the hook, for an event with an unknown name,', () => {
  const events: readonly object[] = [
    { hook_event_name: 'FileSaved' },
    { hook_event_name: 'threadFinished' },
    { hook_event_name: 'FileSaved', file_path: FILE },
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
