import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { AGENT_NAMES } from '@workbench/agents/install'
import { parse } from 'yaml'

import { program, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { contentOf, projectWith, write } from './project.ts'

const ALL = AGENT_NAMES.flatMap((name) => ['--agent', name])

const init = (cwd: string, ...args: string[]) => workbench(['init', ...args], { cwd, env: { PATH: '' } })

const AREA_FILES = ['.workbench/.gitattributes', '.workbench/.gitignore', '.workbench/start.cjs']

const FILES = {
  '.claude/settings.json': '{\n  "model": "opus",\n  "hooks": {}\n}',
  '.gemini/settings.json': '// mine\n{\r\n\t"theme": "x",\r\n}\r\n',
  '.vscode/settings.json': '{ "json.schemas": [] }\n',
  '.codex/config.toml': 'model = "gpt-5" # mine',
  '.pre-commit-config.yaml': 'repos:\n- repo: meta\n  hooks: [{ id: identity }]\n',
}

describe('workbench init', () => {
  it('prints a diff and writes nothing', async () => {
    const root = projectWith({ '.claude/settings.json': '{\n  "model": "opus"\n}\n' })
    const before = contentOf(root)
    const { status, stdout, stderr } = await init(root)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('-  "model": "opus"\n+  "model": "opus",\n+  "hooks": {\n')
    expect(stdout).toMatch(
      /\n\.claude\/settings\.json would be changed\n\.mcp\.json would be created\n\.workbench\/start\.cjs would be created\n\.workbench\/\.gitignore would be created\n\.workbench\/\.gitattributes would be created\nrun the command with --write\n$/,
    )
    expect(contentOf(root)).toEqual(before)
  })

  it.each([
    ['.claude', ['.claude/settings.json', '.mcp.json']],
    ['.codex', ['.codex/hooks.json', '.codex/config.toml']],
    ['.gemini', ['.gemini/settings.json']],
    ['.qwen', ['.qwen/settings.json']],
    ['.opencode', ['.opencode/plugins/workbench.js', 'opencode.json']],
    ['.clinerules', ['.cline/hooks/PostToolUse.cjs', '.cline/hooks/PreToolUse.cjs']],
    ['.github/hooks', ['.github/hooks/workbench.json', '.github/mcp.json']],
    ['.vscode', ['.github/hooks/workbench.json', '.vscode/mcp.json', '.vscode/settings.json']],
  ])('finds the agent of %s', async (folder, files) => {
    const root = projectWith({ [`${folder}/x`]: '' })
    expect((await init(root, '--write')).status).toBe(0)
    expect(Object.keys(contentOf(root)).sort()).toEqual([...files, ...AREA_FILES, `${folder}/x`].sort())
  })

  it('finds the agents whose programs are on the path', async () => {
    const root = projectWith()
    const bin = temporaryDirectory()
    write(bin, 'gemini', '')
    const { stdout } = await workbench(['init'], { cwd: root, env: { PATH: bin } })
    expect(stdout).toContain('.gemini/settings.json would be created')
    expect(stdout).not.toContain('.claude')
  })

  it('runs in the root of the file system', async () => {
    const { stdout, stderr } = await workbench(['init', '--agent', 'claude'], { cwd: '/', program })
    // Only root may write there.
    expect(stdout + stderr).toMatch(/\.claude\/settings\.json(?: would be|: write permission denied)/)
  })

  it('adds a workflow that succeeds before there is an artifact', async () => {
    const root = projectWith()
    await init(root, '--ci', 'github', '--write')
    const { '.github/workflows/workbench.yml': text = '' } = contentOf(root)
    const { jobs } = parse(text) as { jobs: { validate: { steps: { run?: string }[] } } }
    const [, args = ''] =
      /^npx --yes @workbench\/cli@\S+ (.*)$/.exec(jobs.validate.steps.at(-1)?.run ?? '') ?? []
    expect(await workbench(args.split(' '), { cwd: root })).toMatchObject({ status: 0 })
  })

  it.each([
    ['package-lock.json', '', ['npm ci'], 'npx --no workbench'],
    ['npm-shrinkwrap.json', '', ['npm ci'], 'npx --no workbench'],
    ['pnpm-lock.yaml', '', ['corepack enable', 'pnpm install --frozen-lockfile'], 'pnpm exec workbench'],
    ['yarn.lock', '', ['corepack enable', 'yarn install --frozen-lockfile'], 'yarn workbench'],
    ['yarn.lock', '__metadata:', ['corepack enable', 'yarn install --immutable'], 'yarn workbench'],
  ])('adds a workflow that installs what %s has: %j', async (name, text, install, command) => {
    const root = projectWith({ [name]: `${text}\n@workbench/cli` })
    await init(root, '--ci', 'github', '--write')
    const { '.github/workflows/workbench.yml': workflow = '' } = contentOf(root)
    const { jobs } = parse(workflow) as { jobs: { validate: { steps: { run?: string }[] } } }
    const lines = jobs.validate.steps.flatMap(({ run = [] }) => run)
    expect(lines.slice(0, -2)).toEqual(install)
    for (const line of lines.slice(-2))
      expect(line).toMatch(new RegExp(`^${command} (?:contracts gate|validate) `))
  })

  it('adds a workflow without the lock file of a project that does not depend on the package', async () => {
    const root = projectWith({ 'package-lock.json': '{}' })
    await init(root, '--ci', 'github', '--write')
    const { '.github/workflows/workbench.yml': workflow = '' } = contentOf(root)
    expect(workflow).not.toContain('npm ci')
  })

  it('exits with 2 if the lock file is a link out of the project', async () => {
    const root = projectWith()
    symlinkSync('/etc/passwd', join(root, 'package-lock.json'))
    const { status, stderr } = await init(root, '--ci', 'github', '--write')
    expect(status).toBe(2)
    expect(stderr).toBe(
      'workbench: Cannot read package-lock.json: a link in its path leads out of the project\n',
    )
  })

  it('exits with 2 if there is no agent', async () => {
    expect(await init(projectWith())).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'workbench: Found none of Claude Code, Codex, Gemini CLI, Copilot CLI, Qwen Code, OpenCode, Cline, VS Code; name one with --agent (claude, codex, gemini, copilot, qwen, opencode, cline, vscode)\n',
    })
  })

  it('exits with 2 for an unknown agent', async () => {
    const { status, stderr } = await init(projectWith(), '--agent', 'claude', '--agent', 'codx')
    expect(status).toBe(2)
    expect(stderr).toContain('Unknown --agent "codx": did you mean codex?')
  })

  it('changes nothing when it runs a second time', async () => {
    const root = projectWith(FILES)
    const args = [...ALL, '--pre-commit', '--ci', 'github', '--write']
    expect((await init(root, ...args)).status).toBe(0)
    const after = contentOf(root)
    expect(await init(root, ...args)).toEqual({ status: 0, stdout: 'nothing to change\n', stderr: '' })
    expect(contentOf(root)).toEqual(after)
  })

  it.each([
    ['existing files', FILES],
    ['no files', {}],
  ])('--undo restores %s byte for byte', async (_, files) => {
    const root = projectWith(files)
    await init(root, ...ALL, '--pre-commit', '--ci', 'github', '--write')
    expect(contentOf(root)).not.toEqual(files)
    expect((await init(root, '--undo')).stdout).toContain('.claude/settings.json would be')
    expect((await init(root, '--undo', '--write')).status).toBe(0)
    expect(contentOf(root)).toEqual(files)
    expect((await init(root, '--undo', '--write')).stdout).toBe('nothing to change\n')
  })

  it('--undo --agent removes only what belongs to that agent', async () => {
    const root = projectWith()
    await init(root, ...ALL, '--write')
    await init(root, '--undo', '--agent', 'codex', '--agent', 'claude', '--write')
    expect(Object.keys(contentOf(root)).sort()).toEqual([
      '.cline/hooks/PostToolUse.cjs',
      '.cline/hooks/PreToolUse.cjs',
      '.gemini/settings.json',
      '.github/hooks/workbench.json',
      '.github/mcp.json',
      '.opencode/plugins/workbench.js',
      '.qwen/settings.json',
      '.vscode/mcp.json',
      '.vscode/settings.json',
      ...AREA_FILES,
      'opencode.json',
    ])
  })

  it('--undo leaves what the user has changed, removes the rest, names both and exits with 2', async () => {
    const root = projectWith()
    await init(root, ...ALL, '--pre-commit', '--ci', 'github', '--write')
    const edit = (file: string, change: (text: string) => string) =>
      write(root, file, change(contentOf(root)[file] ?? ''))
    const job = '  mine:\n    runs-on: ubuntu-latest\n    steps: []\n'
    edit('.github/workflows/workbench.yml', (text) => text + job)
    edit('.opencode/plugins/workbench.js', (text) => `${text}export const mine = 1\n`)
    edit('.pre-commit-config.yaml', (text) => text + text.replace('repos:\n', ''))
    edit('.codex/config.toml', (text) => `${text}env = { MINE = "1" }\n`)
    edit('.claude/settings.json', (text) => text.replace('"matcher": "Write', '"matcher": "Mine|Write'))
    const before = contentOf(root)
    const { status, stdout, stderr } = await init(root, '--undo', '--write')
    const left = ['.github/workflows/workbench.yml', '.opencode/plugins/workbench.js', '.codex/config.toml']
    expect(status).toBe(2)
    expect(stdout).toContain('.pre-commit-config.yaml was deleted')
    const after = contentOf(root)
    expect(Object.keys(after).sort()).toEqual(['.claude/settings.json', ...left].sort())
    for (const file of left) expect(after[file]).toBe(before[file])
    expect(after['.claude/settings.json']?.match(/start\.cjs/g)).toHaveLength(1)
    expect(after['.claude/settings.json']).toContain('"matcher": "Mine|Write')
    const names = ['hooks.PreToolUse', '[mcp_servers.workbench]', 'the file', 'the file']
    const files = ['.claude/settings.json', '.codex/config.toml', '.opencode/plugins/workbench.js', left[0]]
    expect(stderr).toBe(
      names
        .map(
          (name, index) =>
            `workbench: ${files[index] ?? ''} keeps ${name}: it is not as init has written it; delete it by hand\n`,
        )
        .join(''),
    )
    expect(await init(root, '--undo', '--write')).toMatchObject({ status: 2, stdout: 'nothing to change\n' })
  })

  it('--undo needs no installation that the project depends on', async () => {
    const root = projectWith(FILES)
    await init(root, ...ALL, '--pre-commit', '--ci', 'github', '--write')
    const copy = join(temporaryDirectory(), '_npx', 'a1b2')
    cpSync(join(program, '..', 'package'), copy, { recursive: true })
    rmSync(join(root, 'node_modules'), { recursive: true })
    const { status } = await workbench(['init', '--undo', '--write'], {
      cwd: root,
      program: join(copy, 'main.cjs'),
    })
    expect(status).toBe(0)
    expect(contentOf(root)).toEqual(FILES)
  })

  it('leaves existing files for git in the working area, and keeps its own while there are artifacts', async () => {
    const own = '# mine\n'
    const root = projectWith({ '.workbench/.gitignore': own })
    await init(root, '--agent', 'claude', '--write')
    expect(contentOf(root)).toMatchObject({
      '.workbench/.gitignore': own,
      '.workbench/.gitattributes': '*.json text eol=lf\n',
    })
    write(root, '.workbench/memory/fact-0001.json', '{}')
    await init(root, '--undo', '--write')
    expect(Object.keys(contentOf(root)).sort()).toEqual([
      '.workbench/.gitattributes',
      '.workbench/.gitignore',
      '.workbench/memory/fact-0001.json',
    ])
  })

  it('writes commands on the path if the project does not depend on the command, and removes them', async () => {
    const root = projectWith()
    const other = temporaryDirectory()
    mkdirSync(join(other, '.git'))
    // The command of another project stands for a global installation.
    const runInit = (...args: string[]) =>
      workbench(['init', ...args], {
        cwd: other,
        env: { PATH: '' },
        program: join(root, 'node_modules/@workbench/cli/dist/package/main.cjs'),
      })
    const { stdout } = await runInit(...ALL, '--write')
    expect(stdout).toContain('"command": "workbench hook"')
    expect(stdout).toContain('command = "workbench"\n+args = ["mcp"]')
    expect(stdout).not.toContain('node_modules')
    expect((await runInit('--undo', '--write')).status).toBe(0)
    expect(contentOf(other)).toEqual({})
  })

  it('--undo leaves a file that init could not change, and removes the rest', async () => {
    const root = projectWith({ '.mcp.json': '' })
    await init(root, '--agent', 'copilot', '--write')
    expect((await init(root, '--undo', '--write')).status).toBe(0)
    expect(contentOf(root)).toEqual({ '.mcp.json': '' })
  })

  it('exits with 2 if the command is a temporary copy of npx', async () => {
    const copy = join(temporaryDirectory(), '_npx', 'a1b2')
    cpSync(join(program, '..', 'package'), copy, { recursive: true })
    const other = temporaryDirectory()
    const { status, stderr } = await workbench(['init', ...ALL, '--write'], {
      cwd: other,
      program: join(copy, 'main.cjs'),
    })
    expect(status).toBe(2)
    expect(stderr).toContain('is temporary; install it first: npm install --save-dev @workbench/cli')
    expect(contentOf(other)).toEqual({})
  })
})

describe('workbench init changes nothing and exits with 2 if a file', () => {
  it.each<[string, (root: string) => void, string]>([
    [
      'is not JSON',
      (root) => write(root, '.claude/settings.json', '{\n"a" 1}'),
      'Cannot change .claude/settings.json: it is not valid JSON (ColonExpected in line 2); correct it first',
    ],
    ['is empty', (root) => write(root, '.claude/settings.json', ''), 'it is not valid JSON'],
    [
      'is not UTF-8',
      (root) => write(root, '.claude/settings.json', Uint8Array.of(0x7b, 0xff, 0x7d)),
      'it is not UTF-8',
    ],
    [
      'has another server with the same name',
      (root) => write(root, '.mcp.json', '{"mcpServers":{"workbench":{"command":"x"}}}'),
      'Cannot change .mcp.json: "mcpServers" has another "workbench"; rename that one first',
    ],
    [
      'is a directory',
      (root) => mkdirSync(join(root, '.claude/settings.json'), { recursive: true }),
      'it is a directory',
    ],
    ['is in a file', (root) => write(root, '.claude', ''), 'is not a directory'],
    [
      'is a link out of the project',
      (root) => {
        const other = temporaryDirectory()
        write(other, 'x.json', '{}')
        mkdirSync(join(root, '.claude'))
        symlinkSync(join(other, 'x.json'), join(root, '.claude/settings.json'))
      },
      'a link in its path leads out of the project',
    ],
    [
      'is in a folder that is a link out of the project',
      (root) => symlinkSync(temporaryDirectory(), join(root, '.claude')),
      'a link in its path leads out of the project',
    ],
    [
      'is a link to nothing',
      (root) => {
        mkdirSync(join(root, '.claude'))
        symlinkSync('nothing', join(root, '.claude/settings.json'))
      },
      'it is a link to a file that does not exist',
    ],
  ])('%s', async (_, prepare, message) => {
    const root = projectWith({ '.gemini/settings.json': '{}' })
    prepare(root)
    const { status, stdout, stderr } = await init(root, '--agent', 'gemini', '--agent', 'claude', '--write')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(message)
    expect(readFileSync(join(root, '.gemini/settings.json'), 'utf8')).toBe('{}')
  })

  it('is read-only', async () => {
    const root = projectWith({ '.gemini/settings.json': '{}', '.claude/settings.json': '{}' })
    chmodSync(join(root, '.claude/settings.json'), 0o444)
    const { status, stderr } = await init(root, '--agent', 'gemini', '--agent', 'claude', '--write')
    // root ignores the mode of files.
    const isRoot = process.getuid?.() === 0
    expect(status).toBe(isRoot ? 0 : 2)
    expect(stderr).toContain(isRoot ? '' : 'Cannot write .claude/settings.json: write permission denied')
    expect(readFileSync(join(root, '.gemini/settings.json'), 'utf8') === '{}').toBe(!isRoot)
  })
})

it('workbench init prints the lines to add by hand, if a file cannot be extended', async () => {
  const root = projectWith({ '.codex/config.toml': 'mcp_servers = {}' })
  const { status, stderr } = await init(root, '--agent', 'codex')
  expect(status).toBe(2)
  expect(stderr).toMatch(/add these lines by hand:\n\[mcp_servers\.workbench\]\ncommand = .*\nargs = .*\n$/)
})

it('workbench init follows a link inside of the project', async () => {
  const root = projectWith({ 'shared/claude.json': '{}' })
  mkdirSync(join(root, '.claude'))
  symlinkSync('../shared/claude.json', join(root, '.claude/settings.json'))
  expect((await init(root, '--agent', 'claude', '--write')).status).toBe(0)
  expect(readFileSync(join(root, 'shared/claude.json'), 'utf8')).toContain('PostToolUse')
})
