import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { AGENT_NAMES } from '@workbench/agents/install'

import { workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { projectWith, write } from './project.ts'

const ARTIFACT = '.workbench/blackboard/w1/auditor.json'
const NOT_INSTALLED = 'workbench: @workbench/cli is not installed here, so nothing was validated: run '

/** A repository with the committed settings of all agents, in which the package is installed. */
async function committedProject(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = projectWith({ '.gitignore': 'node_modules\n', ...files })
  rmSync(join(root, '.git'), { recursive: true })
  git(root, 'init', '--quiet')
  const agents = AGENT_NAMES.flatMap((name) => ['--agent', name])
  expect((await workbench(['init', ...agents, '--write'], { cwd: root })).status).toBe(0)
  git(root, 'add', '--all')
  git(root, 'commit', '--quiet', '--message', 'Set up')
  return root
}

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd })
}

function clone(root: string): string {
  const folder = join(temporaryDirectory(), 'clone')
  git(root, 'clone', '--quiet', root, folder)
  return folder
}

/** The command of a settings file at an event. */
function commandOf(root: string, file: string, event: string): string {
  const { hooks } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
    hooks: Record<string, ({ command: string } & { hooks?: { command: string }[] })[]>
  }
  const [entry] = hooks[event] ?? []
  return (entry?.hooks?.[0] ?? entry)?.command ?? ''
}

/** Runs a command as the shell of an agent does, with an event on a stream that stays open. */
async function send(root: string, command: string, event: object, env: Readonly<Record<string, string>>) {
  const variables = { PATH: process.env['PATH'], CLAUDE_PROJECT_DIR: root, GEMINI_PROJECT_DIR: root, ...env }
  const child = spawn('/bin/sh', ['-c', command], { cwd: root, env: variables, stdio: 'pipe' })
  child.stdin.on('error', () => undefined)
  child.stdin.write(JSON.stringify({ session_id: 's', cwd: root, ...event }))
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = (await once(child, 'close')) as [number]
  child.stdin.destroy()
  const [stdout, stderr] = await output
  return { status, stdout, stderr }
}

const AGENTS = [
  { file: '.claude/settings.json', before: 'PreToolUse', after: 'PostToolUse', env: {}, members: {} },
  {
    file: '.codex/hooks.json',
    before: 'PreToolUse',
    after: 'PostToolUse',
    env: {},
    members: { turn_id: '1' },
  },
  { file: '.gemini/settings.json', before: 'BeforeTool', after: 'AfterTool', env: {}, members: {} },
  {
    ...{ file: '.github/hooks/workbench.json', before: 'PreToolUse', after: 'PostToolUse' },
    ...{ env: { COPILOT_CLI: '1' }, members: { timestamp: 'now' } },
  },
  {
    ...{ file: '.qwen/settings.json', before: 'PreToolUse', after: 'PostToolUse' },
    ...{ env: { QWEN_PROJECT_DIR: '.' }, members: { timestamp: 'now' } },
  },
] as const

describe.each(AGENTS)('the hook of $file', ({ file, before, after, env, members }) => {
  const toolEvent = (name: string) => ({
    hook_event_name: name,
    tool_name: 'Bash',
    tool_input: { command: 'npm ci' },
    ...members,
  })

  it('without the package tells the model after a tool to install it, and lets a tool run', async () => {
    const root = clone(await committedProject())
    const run = (name: string) => send(root, commandOf(root, file, name), toolEvent(name), env)
    const told = await run(after)
    expect(told.stdout + told.stderr).toContain(`${NOT_INSTALLED}npm ci`)
    const additionalContext = `${NOT_INSTALLED}npm ci`
    const answer = {
      additionalContext,
      hookSpecificOutput: { hookEventName: after, additionalContext },
      contextModification: additionalContext,
    }
    // Claude Code tells its model what is on standard error, if the status is 2.
    const [status, stdout] = file.startsWith('.claude') ? [2, ''] : [0, `${JSON.stringify(answer)}\n`]
    expect({ status: told.status, stdout: told.stdout }).toEqual({ status, stdout })
    expect(await run(before)).toEqual({
      status: 'COPILOT_CLI' in env ? 0 : 1,
      stdout: '',
      stderr: `${NOT_INSTALLED}npm ci\n`,
    })
  })

  it('in a worktree uses the package of the main worktree', async () => {
    const root = await committedProject()
    const worktree = join(temporaryDirectory(), 'worktree')
    git(root, 'worktree', 'add', '--quiet', worktree)
    write(worktree, ARTIFACT, '{ "schema": "finding.v1" }')
    const { stdout, stderr } = await send(worktree, commandOf(worktree, file, after), toolEvent(after), env)
    expect(stdout + stderr).toContain('failed validation against finding.v1')
  })

  it('without Node ends with 2 after a tool', async () => {
    const root = await committedProject()
    const run = (name: string) =>
      send(root, commandOf(root, file, name), toolEvent(name), { ...env, PATH: temporaryDirectory() })
    expect(await run(after)).toMatchObject({ status: 2, stderr: expect.stringContaining('node') as string })
    expect((await run(before)).status).toBe('COPILOT_CLI' in env ? 0 : 127)
  })
})

describe('the hook files of Cline', () => {
  const event = {
    ...{ clineVersion: '', taskId: 't', parent_agent_id: null, agent_id: 'a' },
    ...{ hookName: 'tool_result', tool_result: { id: 'c' } },
    postToolUse: { toolName: 'run_commands', parameters: { commands: '["make"]' } },
  }
  const run = async (root: string) => {
    const { status, stdout } = await send(root, 'node .cline/hooks/PostToolUse.cjs', event, {})
    return { status, contextModification: memberOf(stdout, 'contextModification') }
  }

  it('tell the model what to do if the package is missing', async () => {
    const told = `${NOT_INSTALLED}npm ci`
    expect(await run(clone(await committedProject()))).toEqual({ status: 0, contextModification: told })
  })

  it('tell the model the violations', async () => {
    const root = await committedProject()
    write(root, ARTIFACT, '{ "schema": "finding.v1" }')
    const told = expect.stringContaining('failed validation against finding.v1') as string
    expect(await run(root)).toEqual({ status: 0, contextModification: told })
  })
})

const memberOf = (json: string, name: string): unknown => (JSON.parse(json) as Record<string, unknown>)[name]

describe('the script of workbench init', () => {
  it.each([
    ['pnpm-lock.yaml', 'pnpm install'],
    ['yarn.lock', 'yarn install'],
  ])('names the package manager of %s', async (lock, command) => {
    const root = clone(await committedProject({ [lock]: '' }))
    const { stderr } = await send(root, 'node .workbench/start.cjs mcp', {}, {})
    expect(stderr).toBe(`${NOT_INSTALLED}${command}\n`)
  })

  it('starts the agent tools', async () => {
    const root = await committedProject()
    const child = spawn('node', ['.workbench/start.cjs', 'mcp'], { cwd: root })
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    }
    child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
    expect(await text(child.stdout)).toContain('"serverInfo"')
  })
})
