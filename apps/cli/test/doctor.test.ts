import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'

import { runCommand } from '../src/run-command.ts'
import { contentOf, projectWith, write } from './init/project.ts'
import { repository, type Result, workbench } from './support/run-workbench.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

interface Check {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly fix?: string
}

const home = temporaryDirectory()
const nodeFolder = dirname(process.execPath)

const run = (
  cwd: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Result> =>
  workbench(['doctor', '--run', ...args], {
    cwd,
    env: { HOME: home, PATH: `${nodeFolder}:/usr/bin:/bin`, ...env },
  })

async function doctor(cwd: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = await run(cwd, ['--format', 'json', ...args], env)
  expect(stderr).toBe('')
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] }
  expect(status).toBe(ok ? 0 : 1)
  const find = (name: string) => checks.find((check) => check.name.startsWith(name))
  return { status, checks, find }
}

/** A project in which these agents are set up. */
async function setUp(...agents: string[]): Promise<string> {
  const root = projectWith()
  const args = ['init', '--write', ...agents.flatMap((name) => ['--agent', name])]
  expect((await workbench(args, { cwd: root })).status).toBe(0)
  return root
}

/** Replaces the command of the hook by another one, which `doctor` recognizes by the words in a comment. */
function replaceHook(root: string, command: string): void {
  const file = join(root, '.claude/settings.json')
  const settings = JSON.parse(readFileSync(file, 'utf8')) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>
  }
  for (const hook of Object.values(settings.hooks).flatMap((groups) => groups.flatMap(({ hooks }) => hooks)))
    hook.command = `${command} # workbench hook`
  writeFileSync(file, JSON.stringify(settings))
}

const replaceServer = (root: string, command: string): void =>
  write(
    root,
    '.mcp.json',
    JSON.stringify({ mcpServers: { x: { command: 'sh', args: ['-c', `${command} # workbench mcp`] } } }),
  )

/** In seconds: long enough for an answer on a busy machine, unless there is none. */
const timeoutFor = (message: string): string => (message.startsWith('did not answer') ? '1' : '10')

describe('workbench doctor without --run', () => {
  const marker = (root: string) => join(root, 'was-run')

  /** A project whose settings, of the hook and of the tools, name commands that leave a marker. */
  async function hostileProject(): Promise<string> {
    const root = await setUp('claude')
    replaceHook(root, `touch '${marker(root)}'`)
    const server = {
      command: 'node',
      args: ['mcp.js', 'workbench mcp'],
      env: { NODE_OPTIONS: '-r ./x' },
      cwd: 'sub',
    }
    write(root, '.mcp.json', JSON.stringify({ mcpServers: { server } }))
    mkdirSync(join(root, 'sub'))
    write(root, 'sub/x.js', `require('node:fs').writeFileSync(${JSON.stringify(marker(root))}, '')`)
    return root
  }

  /** Runs it in this process, with an answer on standard input. */
  async function answer(
    root: string,
    text: string,
    isTTY: { stdin: boolean; stdout: boolean },
    args: string[] = [],
  ) {
    const output: string[] = []
    const stdout = new Writable({
      write: (chunk: Buffer, _, done) => {
        output.push(String(chunk))
        done()
      },
    })
    const status = await runCommand(['doctor', ...args], {
      cwd: root,
      env: { HOME: home, PATH: `${nodeFolder}:/usr/bin:/bin` },
      stdin: Object.assign(Readable.from([Buffer.from(text)]), { isTTY: isTTY.stdin }),
      stdout: Object.assign(stdout, { isTTY: isTTY.stdout }),
      stderr: stdout,
      killGroup: () => undefined,
    })
    return { status, text: stripVTControlCharacters(output.join('')) }
  }

  const terminal = { stdin: true, stdout: true }

  it('says which commands it did not run, and how to run them', async () => {
    const root = await hostileProject()
    const { status, stdout } = await workbench(['doctor'], {
      cwd: root,
      env: { HOME: home, PATH: `${nodeFolder}:/usr/bin:/bin` },
    })
    expect(status).toBe(1)
    expect(stdout).toContain(
      `not run     hook of Claude Code (.claude/settings.json): touch '${marker(root)}' # workbench hook\n` +
        '            fix: workbench doctor --run, if you trust this command\n' +
        `not run     tools of Claude Code (.mcp.json): NODE_OPTIONS=-r ./x node mcp.js workbench mcp (in ${root}/sub)\n`,
    )
    expect(existsSync(marker(root))).toBe(false)
  })

  it.each(['\n', 'n\n', 'no\n', '', 'yesterday\n'])(
    'shows the commands on a terminal, and runs none after %j',
    async (text) => {
      const root = await hostileProject()
      const result = await answer(root, text, terminal)
      expect(result.status).toBe(1)
      expect(result.text).toContain(
        `The settings of the agents name these commands:\n  touch '${marker(root)}' # workbench hook\n` +
          `  NODE_OPTIONS=-r ./x node mcp.js workbench mcp (in ${root}/sub)\nRun them? [y/N] `,
      )
      expect(result.text).toContain('\nnot run     hook of Claude Code')
      expect(existsSync(marker(root))).toBe(false)
    },
  )

  it.each(['y\n', 'YES\r\n'])('runs the commands after %j', async (text) => {
    const root = await setUp('claude')
    const result = await answer(root, text, terminal)
    expect(result.text).toMatch(/^ok +hook of Claude Code .*: rejects a broken artifact/m)
    expect(result.status).toBe(0)
  })

  it.each([
    ['standard input is no terminal', { stdin: false, stdout: true }, []],
    ['standard output is no terminal', { stdin: true, stdout: false }, []],
    ['it prints JSON', terminal, ['--format', 'json']],
  ])('does not prompt if %s', async (_, isTTY, args) => {
    const root = await hostileProject()
    const result = await answer(root, 'y\n', isTTY, args)
    expect(result.text).not.toContain('Run them?')
    expect(result.status).toBe(1)
    expect(existsSync(marker(root))).toBe(false)
  })
})

describe('workbench doctor --run', () => {
  it('exits with 0 if everything works in each agent, and changes nothing', async () => {
    const root = await setUp('claude', 'codex', 'gemini', 'vscode')
    // Codex finds the root with git.
    rmSync(join(root, '.git'), { recursive: true })
    mkdirSync(join(root, '.git/objects'), { recursive: true })
    mkdirSync(join(root, '.git/refs'))
    writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n')
    const before = contentOf(root)
    const { status, checks } = await doctor(root)
    expect(checks.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      'node: ok',
      'contracts: ok',
      'working area: ok',
      'hook of Claude Code (.claude/settings.json): ok',
      'tools of Claude Code (.mcp.json): ok',
      'hook of Codex (.codex/hooks.json): ok',
      'tools of Codex (.codex/config.toml): ok',
      'hook of Gemini CLI (.gemini/settings.json): ok',
      'tools of Gemini CLI (.gemini/settings.json): ok',
      'tools of VS Code (.vscode/mcp.json): ok',
      'hook of VS Code (.claude/settings.json): ok',
    ])
    expect(status).toBe(0)
    expect(contentOf(root)).toEqual(before)
    expect(readdirSync(tmpdir()).filter((name) => name.includes('doctor'))).toEqual([])
  })

  it('runs what init set up for the agents that drop exit status 2, and for OpenCode', async () => {
    const { checks } = await doctor(await setUp('copilot', 'qwen', 'opencode'))
    const names = checks.map(({ name, status }) => `${name}: ${status}`)
    expect(names.filter((name) => /Copilot|Qwen|OpenCode/.test(name))).toEqual([
      'hook of Copilot CLI (.github/hooks/workbench.json): ok',
      'tools of Copilot CLI (.github/mcp.json): ok',
      'hook of Qwen Code (.qwen/settings.json): ok',
      'tools of Qwen Code (.qwen/settings.json): ok',
      'hook of OpenCode (.opencode/plugins/workbench.js): ok',
      'tools of OpenCode (opencode.json): ok',
    ])
  })

  it('accepts what the hook says about contracts that were just added', async () => {
    const root = await setUp('claude', 'qwen', 'opencode')
    expect((await workbench(['contracts', 'new', 'incident'], { cwd: root })).status).toBe(0)
    const { find } = await doctor(root)
    for (const name of ['Claude Code', 'Qwen Code', 'OpenCode'])
      expect(find(`hook of ${name}`)).toMatchObject({
        message: 'rejects a broken artifact and accepts a valid one',
      })
  })

  it('exits with 1 and prints the command that sets up an agent if there is none', async () => {
    const { status, stdout } = await run(projectWith())
    expect(status).toBe(1)
    expect(stdout).toMatch(
      /\nfailed {6}agents: no agent is set up\n {12}fix: workbench init --agent claude --write\n$/,
    )
  })

  it('lists what an agent that is used does not have', async () => {
    const root = await setUp('gemini')
    mkdirSync(join(root, '.codex'))
    const { status, find } = await doctor(root)
    expect(status).toBe(0)
    expect(find('Codex')).toEqual({
      name: 'Codex',
      status: 'not set up',
      message: 'it has neither the hook nor the tools',
      fix: 'workbench init --agent codex --write',
    })
  })

  it('names the invalid artifacts of the working area, which are no failure of the hook', async () => {
    const root = await setUp('claude')
    write(root, '.workbench/blackboard/w1/auditor.json', '{ "schema": "finding.v1" }')
    const before = contentOf(root)
    const { status, find } = await doctor(root)
    expect(status).toBe(0)
    expect(find('hook of Claude Code')).toMatchObject({ status: 'ok' })
    expect(find('working area')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('not valid: .workbench/blackboard/w1/auditor.json') as string,
      fix: 'workbench validate .workbench',
    })
    expect(contentOf(root)).toEqual(before)
  })

  it('fails in a package of a monorepo for the agents that read the settings only where they are started', async () => {
    const root = await setUp('claude', 'codex')
    const folder = join(root, 'packages', 'api')
    mkdirSync(folder, { recursive: true })
    const { status, find, checks } = await doctor(folder)
    expect(status).toBe(1)
    expect(find('settings of Claude Code')).toEqual({
      name: 'settings of Claude Code (.claude/settings.json)',
      status: 'failed',
      message: `Claude Code reads it only if it is started in ${root}, and not in packages/api`,
      fix: `start it in ${root}`,
    })
    expect(checks.filter(({ name }) => name.includes('Codex')).map((check) => check.status)).toEqual([
      'ok',
      'ok',
    ])
    const { stdout } = await workbench(['init', '--agent', 'gemini', '--write'], { cwd: folder })
    expect(stdout).toContain(
      `Start Gemini CLI in ${root}: it does not read these settings in a folder below\n`,
    )
  })

  it('names the command that adds the server of an agent that reads no servers of a project', async () => {
    const { find } = await doctor(await setUp('cline'))
    expect(find('hook of Cline')).toMatchObject({ status: 'ok' })
    expect(find('tools of Cline')).toMatchObject({
      status: 'not set up',
      fix: 'cline mcp install workbench -- npx --no workbench mcp',
    })
  })

  it('names the command that installs a package that is missing', async () => {
    const root = await setUp('claude', 'codex')
    rmSync(join(root, 'node_modules'), { recursive: true })
    const { status, find } = await doctor(root)
    expect(status).toBe(1)
    expect(find('hook of Codex')).toMatchObject({ status: 'failed', fix: 'npm ci' })
    for (const [name, status] of Object.entries({ hook: 2, tools: 1 }))
      expect(find(`${name} of Claude Code`)).toMatchObject({
        status: 'failed',
        message: `ended with status ${status}: workbench: @workbench/cli is not installed here, so nothing was validated: run npm ci`,
        fix: 'npm ci',
      })
  })

  it.each([
    ['hangs', 'sleep 1000', 'did not answer within 1 s'],
    ['ignores SIGTERM', 'trap "" TERM; sleep 1000', 'did not answer within 1 s'],
    ['does not read its input', 'exec 0<&-; sleep 1000', 'did not answer within 1 s'],
    ['prints garbage', 'echo garbage', 'ended with status 0: garbage'],
    ['prints without end', 'yes', 'did not answer within 1 s'],
    ['exits with 1', 'echo broken >&2; exit 1', 'ended with status 1: broken'],
    ['is killed', 'kill -9 $$', 'ended with a signal'],
    ['is missing', 'no-such-program', 'ended with status 127: '],
    ['accepts everything', 'true', 'accepts a broken artifact'],
    [
      'rejects everything',
      'echo /producedBy >&2; exit 2',
      'rejects a valid artifact: ended with status 2: /producedBy',
    ],
    ['prints control characters', String.raw`printf '\033[31mred\n'`, 'ended with status 0: \\u001b[31mred'],
  ])('says what is wrong with a hook that %s', async (_, command, message) => {
    const root = await setUp('claude')
    replaceHook(root, command)
    const { status, find } = await doctor(root, ['--timeout', timeoutFor(message)])
    expect(status).toBe(1)
    const check = find('hook of Claude Code')
    expect(JSON.stringify(check?.message)).toContain(
      JSON.stringify(message).slice(1, -1).replaceAll('\\\\', '\\'),
    )
    expect(check?.fix).toMatch(
      /^(workbench init --agent claude --undo --write && workbench init|npm install)/,
    )
  })

  it.each([
    { decision: 'block', reason: '/producedBy' },
    { hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: '/producedBy' } },
  ])('accepts a hook that answers on standard output: %j', async (answer) => {
    const root = await setUp('claude')
    const decision = JSON.stringify(answer)
    const file = `$(grep -o '[^"]*artifact.json' | head -1)`
    replaceHook(root, `if grep -q confidence "${file}"; then :; else echo '${decision}'; fi`)
    expect((await doctor(root)).find('hook of Claude Code')).toMatchObject({ status: 'ok' })
  })

  it('ends what a hook has started', async () => {
    const root = await setUp('claude')
    const pid = join(root, 'pid')
    replaceHook(root, `sleep 1000 & echo $! > '${pid}'; wait`)
    await doctor(root, ['--timeout', '1'])
    // A process that has ended may still be in the table of processes.
    const state = `/proc/${readFileSync(pid, 'utf8').trim()}/stat`
    expect(existsSync(state) ? readFileSync(state, 'utf8') : ' Z ').toMatch(/ Z /)
  })

  it.each([
    ['hangs', 'sleep 1000', 'did not answer within 1 s'],
    ['prints garbage', 'echo hello; sleep 1000', 'prints text that is not JSON-RPC: hello'],
    ['ends', 'echo oops >&2', 'ended with status 0: oops'],
    [
      'has an error',
      `read line; echo '{"id":1,"error":{"message":"no"}}'; cat`,
      'rejected the connection (no)',
    ],
    [
      'has other tools',
      `read line; echo '{"id":1,"result":{}}'; read line; echo '{"id":2,"result":{"tools":[{"name":"memory_write"}]}}'; cat`,
      'does not have the tools blackboard_write, contract_validate',
    ],
    ...['3', '[null]'].map((tools) => [
      `has the tools ${tools}`,
      `read line; echo '{"id":1,"result":{}}'; read line; echo '{"id":2,"result":{"tools":${tools}}}'; cat`,
      'does not have the tools blackboard_write, contract_validate, memory_write',
    ]),
  ])('says what is wrong with a server that %s', async (_, command, message) => {
    const root = await setUp('claude')
    replaceServer(root, command)
    const { status, find } = await doctor(root, ['--timeout', timeoutFor(message)])
    expect(status).toBe(1)
    expect(find('tools of Claude Code')).toMatchObject({ status: 'failed', message })
  })

  it.each([
    ['a working directory that is a file', { command: 'workbench', args: ['mcp'], cwd: process.execPath }],
    ['a null byte in its command', { command: 'workbench\0', args: ['workbench mcp'] }],
    ['no command', { command: '', args: ['workbench mcp'] }],
  ])('says that a server with %s cannot be started, and checks the rest', async (_, server) => {
    const root = await setUp('claude', 'gemini')
    write(root, '.mcp.json', JSON.stringify({ mcpServers: { server } }))
    const { status, find } = await doctor(root)
    expect(status).toBe(1)
    expect(find('tools of Claude Code')?.message).toMatch(/^cannot be started: /)
    expect(find('tools of Gemini CLI')).toMatchObject({ status: 'ok' })
  })

  it('says that a server is not on the path', async () => {
    const root = await setUp('claude')
    write(root, '.mcp.json', '{"mcpServers": {"workbench": {"command": "workbench", "args": ["mcp"]}}}')
    expect((await doctor(root)).find('tools of Claude Code')).toMatchObject({
      message: 'cannot be started: spawn workbench ENOENT',
      fix: 'npm install --save-dev @workbench/cli',
    })
  })

  it('says that the hook is not configured for the event after a tool', async () => {
    const root = await setUp('gemini')
    const file = join(root, '.gemini/settings.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('AfterTool', 'AfterModel'))
    expect((await doctor(root)).find('hook of Gemini CLI')).toMatchObject({
      message: 'it is not configured for AfterTool',
    })
  })

  it.each([
    ['.claude/settings.json', '{"hooks"', 'it is not valid JSON'],
    ['.codex/config.toml', 'x = ', 'Invalid TOML document'],
    ['.gemini/settings.json', '[', 'it is not valid JSON'],
  ])('reports that %s cannot be read', async (file, text, message) => {
    const root = projectWith({ [file]: text })
    const { status, find } = await doctor(root)
    expect(status).toBe(1)
    expect(find('settings of')).toMatchObject({ message: expect.stringContaining(message) as string })
  })

  it('runs the hook and the tools of an installed plugin', async () => {
    const user = temporaryDirectory()
    const plugin = join(user, '.claude/plugins/cache/workbench/workbench-core/0.1.0')
    cpSync(join(repository, 'plugins/workbench-core'), plugin, { recursive: true, dereference: true })
    const plugins = { 'workbench-core@workbench': [{ scope: 'user', installPath: plugin, version: '0.1.0' }] }
    write(user, '.claude/plugins/installed_plugins.json', JSON.stringify({ version: 2, plugins }))
    const { status, checks } = await doctor(projectWith(), [], { HOME: user })
    expect(status).toBe(0)
    expect(checks.map(({ name }) => name)).toEqual([
      'node',
      'contracts',
      'working area',
      `hook of Claude Code (${plugin}/hooks/hooks.json)`,
      `tools of Claude Code (${plugin}/.mcp.json)`,
    ])
    rmSync(join(plugin, 'dist'), { recursive: true })
    const broken = await doctor(projectWith(), [], { HOME: user })
    expect(broken.find('hook of Claude Code')).toMatchObject({
      status: 'failed',
      fix: 'claude plugin update workbench-core@workbench',
    })
  })

  it.each([
    ['Codex', '.codex/plugins/cache/workbench/workbench-core/0.1.0', 'workbench-core'],
    ['Gemini CLI', '.gemini/extensions/workbench-core', 'gemini-extension'],
  ])('runs the hook and the tools of the plugin in %s', async (agent, folder, tree) => {
    const user = temporaryDirectory()
    const plugin = join(user, folder)
    for (const name of [tree, 'workbench-core/dist'])
      cpSync(join(repository, 'plugins', name), name === tree ? plugin : join(plugin, 'dist'), {
        recursive: true,
        dereference: true,
      })
    const { status, checks } = await doctor(projectWith(), [], { HOME: user })
    expect(checks.slice(3).map(({ name, status }) => `${name}: ${status}`)).toEqual([
      `hook of ${agent} (${plugin}/hooks/hooks.json): ok`,
      expect.stringMatching(`^tools of ${agent} \\(.*: ok$`),
    ])
    expect(status).toBe(0)
  })

  it('checks Node.js, the contracts and the working area', async () => {
    const root = projectWith({
      '.workbench': '',
      'plugins/workbench-core/schemas/memo.v1.schema.json': '{"typ": 1}',
    })
    const bin = temporaryDirectory()
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho v18.20.0\n', { mode: 0o755 })
    const { status, find } = await doctor(root, [], { PATH: `${bin}:/usr/bin:/bin` })
    expect(status).toBe(1)
    expect(find('node')).toMatchObject({ status: 'failed', message: 'v18.20.0 is too old' })
    expect(find('contracts')).toMatchObject({ status: 'failed', fix: 'workbench contracts lint' })
    expect(find('working area')).toMatchObject({
      status: 'failed',
      message: `${root}/.workbench: it is not a folder`,
    })
  })

  it.each(['0', '-1', 'soon', '1e12'])('exits with 2 if the time limit is %s', async (timeout) => {
    const { status, stdout, stderr } = await run(projectWith(), [`--timeout=${timeout}`])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(
      /^workbench: Expected a --timeout in seconds, more than 0 and at most 2147483; received \S+\n$/,
    )
  })

  it('exits with 2 if there is no directory of contracts', async () => {
    const { status, stderr } = await run(projectWith(), ['--schemas', '/nowhere'])
    expect(status).toBe(2)
    expect(stderr).toContain('/nowhere')
  })
})
