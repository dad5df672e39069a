import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { parse } from 'yaml'

import manifest from '../../../package.json' with { type: 'json' }
import { repository } from './support/run-workbench.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

const readYaml = (file: string): unknown => parse(readFileSync(join(repository, file), 'utf8'))
const { version } = JSON.parse(readFileSync(join(repository, 'apps/cli/package.json'), 'utf8')) as {
  version: string
}
const example = (path: string) => join(repository, 'docs', 'examples', path)

/** For all runs of npx, so that it installs the packed command once. */
const npmCache = temporaryDirectory()

/** The packed command, which stands for the one in the registry. */
const tarball = packed()

function packed(): string {
  const folder = temporaryDirectory()
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: join(repository, 'apps', 'cli'),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return join(folder, readdirSync(folder)[0] ?? '')
}

/** A git repository in which a valid artifact and a file that is none are committed. */
class Project {
  readonly root = temporaryDirectory()

  constructor() {
    this.run('git', ['init', '--quiet'])
    this.write('.workbench/blackboard/w1/valid.json', 'valid/finding.v1.json')
    writeFileSync(join(this.root, 'settings.json'), '{ "no": "artifact" }')
    this.run('git', ['add', '--all'])
  }

  write(name: string, from: string): void {
    mkdirSync(join(this.root, dirname(name)), { recursive: true })
    copyFileSync(example(from), join(this.root, name))
    this.run('git', ['add', '--all'])
  }

  run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: this.root,
      env: {
        PATH: process.env['PATH'],
        HOME: this.root,
        TMPDIR: tmpdir(),
        npm_config_cache: npmCache,
        ...env,
      },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
}

describe('.pre-commit-hooks.yaml', () => {
  interface Hook {
    readonly id: string
    readonly entry: string
    readonly language: string
    readonly files: string
  }
  const [hook] = readYaml('.pre-commit-hooks.yaml') as [Hook]

  /** Runs the hook on the staged files, as pre-commit does, with the packed command in place of the one in the registry. */
  function commit(project: Project, entry = hook.entry) {
    const staged = project.run('git', ['diff', '--cached', '--name-only', '--diff-filter=AM'])
    const files = staged.stdout.split('\n').filter((file) => file !== '' && new RegExp(hook.files).test(file))
    const [program = '', ...args] = entry.replace(`@workbench/cli@${version}`, `file:${tarball}`).split(' ')
    return project.run(program, [...args, ...files])
  }

  it('installs the command in the version of this repository', () => {
    expect(hook).toMatchObject({ id: 'workbench-validate', language: 'system' })
    expect(hook.entry).toContain(` @workbench/cli@${version} `)
  })

  it('accepts a commit of valid artifacts', () => {
    expect(commit(new Project())).toMatchObject({
      status: 0,
      stdout: '.workbench/blackboard/w1/valid.json is a valid finding.v1\n',
    })
  })

  it('rejects a commit with a broken artifact', () => {
    const project = new Project()
    project.write('.workbench/blackboard/w1/broken.json', 'broken/finding.v1.severity-blocker.json')
    const { status, stdout } = commit(project)
    expect(status).toBe(1)
    expect(stdout).toContain('.workbench/blackboard/w1/broken.json:5:15: /severity: ')
  })
})

describe('action.yml', () => {
  interface Step {
    readonly if?: string
    readonly uses?: string
    readonly shell?: string
    readonly run?: string
    readonly env?: Readonly<Record<string, string>>
  }
  interface Action {
    readonly inputs: Readonly<Record<string, { readonly default: string }>>
    readonly outputs: Readonly<Record<string, { readonly value: string }>>
    readonly runs: { readonly using: string; readonly steps: readonly [Step, Step] }
  }
  const action = readYaml('action.yml') as Action
  const [validate, upload] = action.runs.steps

  /** Runs the first step as GitHub's runner does, and returns its result and the outputs of the step. */
  function run(
    project: Project,
    inputs: Readonly<Record<string, string>> = {},
    more: Record<string, string> = {},
  ) {
    const values: Record<string, string> = { 'github.action_path': repository }
    for (const [name, input] of Object.entries(action.inputs)) {
      values[`inputs.${name}`] = { package: tarball, ...inputs }[name] ?? input.default
    }
    const env = Object.entries(validate.env ?? {}).map(([name, expression]) => [
      name,
      expression.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, key: string) => values[key] ?? `no ${key}`),
    ])
    const folder = temporaryDirectory()
    const script = join(folder, 'script.sh')
    const output = join(folder, 'output')
    writeFileSync(script, validate.run ?? '')
    writeFileSync(output, '')
    const result = project.run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      ...(Object.fromEntries(env) as Record<string, string>),
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: folder,
      ...more,
    })
    const lines = readFileSync(output, 'utf8').split('\n').slice(0, -1)
    const outputs = Object.fromEntries(lines.map((line) => line.split('=', 2))) as Record<string, string>
    return { ...result, outputs }
  }

  const BROKEN = '.workbench/blackboard/w1/broken file.json'

  function brokenProject(): Project {
    const project = new Project()
    project.write(BROKEN, 'broken/finding.v1.severity-blocker.json')
    return project
  }

  it('is a composite action whose outputs are those of its step', () => {
    expect(action.runs.using).toBe('composite')
    expect(validate.shell).toBe('bash')
    expect(Object.entries(action.outputs).map(([name, { value }]) => [name, value])).toEqual([
      ['valid', '${{ steps.validate.outputs.valid }}'],
      ['sarif', '${{ steps.validate.outputs.sarif }}'],
      ['export', '${{ steps.validate.outputs.export }}'],
    ])
  })

  it('validates the working area by default', () => {
    const { status, outputs } = run(new Project())
    expect({ status, outputs }).toEqual({ status: 0, outputs: { valid: 'true' } })
  })

  it('annotates the lines of the violations, and fails', () => {
    const { status, stdout, outputs } = run(brokenProject())
    expect({ status, outputs }).toEqual({ status: 1, outputs: { valid: 'false' } })
    expect(stdout).toMatch(/^::error file=\.workbench\/blackboard\/w1\/broken file\.json,line=5,/m)
  })

  it('passes each line of the paths as one argument, and the contract', () => {
    const { status, stdout } = run(brokenProject(), {
      paths: `${BROKEN}\n\nsettings.json\n`,
      contract: 'risk.v1',
    })
    expect(status).toBe(1)
    expect(stdout).toContain('file=settings.json')
    expect(stdout).toContain('"risk.v1"')
  })

  it('runs nothing that a path contains', () => {
    const project = new Project()
    const { status } = run(project, {
      paths: '$(touch created)\n--format=text`touch created`; touch created',
    })
    expect(status).toBe(2)
    expect(readdirSync(project.root)).not.toContain('created')
  })

  it('writes a SARIF file for code scanning', () => {
    const { status, stdout, outputs } = run(brokenProject(), { format: 'sarif' })
    expect({ status, stdout, valid: outputs['valid'] }).toEqual({ status: 1, stdout: '', valid: 'false' })
    const sarif = JSON.parse(readFileSync(outputs['sarif'] ?? '', 'utf8')) as {
      runs: [{ results: unknown[] }]
    }
    expect(sarif.runs[0].results).toHaveLength(2)
    expect(upload).toMatchObject({
      if: "always() && steps.validate.outputs.sarif != ''",
      uses: expect.stringMatching(/^github\/codeql-action\/upload-sarif@[0-9a-f]{40}$/) as string,
      with: { sarif_file: '${{ steps.validate.outputs.sarif }}' },
    })
  })

  describe('with export', () => {
    /** The project's example of a finding, and where the summary of the run is written. */
    const exportAs = (format: string, project = new Project(), inputs: Record<string, string> = {}) => {
      const summary = join(temporaryDirectory(), 'summary.md')
      const more = { GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: project.root }
      return { summary, ...run(project, { ...inputs, export: format }, more) }
    }
    const title = (JSON.parse(readFileSync(example('valid/finding.v1.json'), 'utf8')) as { title: string })
      .title

    it('writes the findings as SARIF, and its path to the outputs', () => {
      const { status, outputs } = exportAs('sarif')
      expect({ status, valid: outputs['valid'] }).toEqual({ status: 0, valid: 'true' })
      const { runs } = JSON.parse(readFileSync(outputs['export'] ?? '', 'utf8')) as {
        runs: [{ results: [{ message: { text: string } }] }]
      }
      expect(runs[0].results[0].message.text).toContain(title)
    })

    it('adds the table to the summary of the run', () => {
      const { status, outputs, summary } = exportAs('markdown', new Project(), { contract: 'finding.v1' })
      expect(status).toBe(0)
      expect(readFileSync(summary, 'utf8')).toMatch(/^1 finding\n\n\| Severity \| Finding \|/)
      expect(readFileSync(outputs['export'] ?? '', 'utf8')).toBe(readFileSync(summary, 'utf8'))
    })

    it('annotates the pull request, also beside SARIF of the violations', () => {
      const { status, stderr, outputs } = exportAs('github', new Project(), { format: 'sarif' })
      expect({ status, exported: outputs['export'] }).toEqual({ status: 0, exported: undefined })
      expect(stderr).toMatch(/^::error file=services\/matcher\/src\/consumer\.ts,line=48,title=critical/m)
    })

    it('exports nothing if an artifact is invalid, and fails for an unknown format', () => {
      const invalid = exportAs('markdown', brokenProject())
      expect(invalid).toMatchObject({ status: 1, outputs: { valid: 'false' } })
      expect(invalid.outputs['export']).toBeUndefined()
      expect(existsSync(invalid.summary)).toBe(false)
      expect(exportAs('xml')).toMatchObject({ status: 2, outputs: { valid: 'true' } })
    })
  })

  it('has no output if the command could not run', () => {
    const { status, outputs } = run(new Project(), { contract: 'missing.v1', format: 'sarif' })
    expect({ status, outputs }).toEqual({ status: 2, outputs: {} })
  })

  it.each([
    ['one that does not exist', 'finding'],
    ['one of several', '.workbench\nfinding'],
    ['a pattern', 'findings/*.json'],
    ['an empty directory', 'empty'],
    ['the one of the default, written otherwise', './.workbench/none'],
  ])('fails if a named path matches nothing: %s', (_, paths) => {
    const project = new Project()
    mkdirSync(join(project.root, 'empty'))
    const { status, stdout, outputs } = run(project, { paths })
    expect({ status, outputs }).toEqual({ status: 2, outputs: {} })
    expect(stdout).toMatch(/^::error /m)
  })

  describe('with a working directory', () => {
    const inputs = { 'working-directory': 'packages/a' }

    it('validates its files, and annotates their paths in the repository', () => {
      const project = new Project()
      project.write('packages/a/.workbench/a.json', 'broken/finding.v1.severity-blocker.json')
      const { status, stdout } = run(project, inputs, { GITHUB_WORKSPACE: project.root })
      expect(status).toBe(1)
      expect(stdout).toMatch(/^::error file=packages\/a\/\.workbench\/a\.json,line=5,/m)
      const sarif = run(project, { ...inputs, format: 'sarif' }, { GITHUB_WORKSPACE: project.root })
      expect(readFileSync(sarif.outputs['sarif'] ?? '', 'utf8')).toContain('"packages/a/.workbench/a.json"')
    })

    it.each(['missing', '..', 'link', 'settings.json', '/'])('fails for %s', (directory) => {
      const project = new Project()
      symlinkSync('.workbench', join(project.root, 'link'))
      const { status, stderr, outputs } = run(project, { 'working-directory': directory })
      expect({ status, outputs }).toEqual({ status: 2, outputs: {} })
      expect(stderr).toContain('::error::working-directory: ')
    })
  })

  it('fails if the directory of the contracts does not exist', () => {
    const { status, stderr, outputs } = run(new Project(), { schemas: 'contract' })
    expect({ status, outputs }).toEqual({ status: 2, outputs: {} })
    expect(stderr).toContain('::error::schemas: there is no directory contract')
  })

  it('succeeds in a project that has no artifacts yet', () => {
    const project = new Project()
    rmSync(join(project.root, '.workbench'), { recursive: true })
    const { status, outputs } = run(project)
    expect({ status, outputs }).toEqual({ status: 0, outputs: { valid: 'true' } })
  })

  describe('in a pull request', () => {
    const SCHEMAS = 'plugins/workbench-core/schemas'
    const FINDING = `${SCHEMAS}/finding.v1.schema.json`
    const base = { GITHUB_BASE_REF: 'main' }

    /** A clone of a repository with these files and a link, as `actions/checkout` makes it. */
    function pullRequest(
      depth: readonly string[],
      files: Readonly<Record<string, string>>,
      link?: readonly [path: string, target: string],
    ): Project {
      const origin = new Project()
      for (const [name, text] of Object.entries(files)) writeText(origin.root, name, text)
      if (link) {
        mkdirSync(join(origin.root, dirname(link[0])), { recursive: true })
        symlinkSync(link[1], join(origin.root, link[0]))
      }
      origin.run('git', ['add', '--all'])
      const author = ['-c', 'user.name=t', '-c', 'user.email=t@t']
      for (const message of ['One', 'Two'])
        origin.run('git', [...author, 'commit', '--quiet', '--allow-empty', '--message', message])
      origin.run('git', ['branch', '--move', 'main'])
      const project = new Project()
      rmSync(project.root, { recursive: true })
      origin.run('git', ['clone', '--quiet', ...depth, `file://${origin.root}`, project.root])
      project.run('git', ['checkout', '--quiet', '-b', 'side'])
      // What main gains later counts, too.
      origin.run('git', [...author, 'commit', '--quiet', '--allow-empty', '--message', 'Three'])
      return project
    }

    const writeText = (root: string, name: string, text: string): void => {
      mkdirSync(join(root, dirname(name)), { recursive: true })
      writeFileSync(join(root, name), text)
    }
    const finding = readFileSync(join(repository, 'schemas/finding.v1.schema.json'), 'utf8')
    const blocker = readFileSync(example('valid/finding.v1.json'), 'utf8').replace(
      /"severity": "\w+"/,
      '"severity": "blocker"',
    )
    const wider = finding.replace('"critical"', '"blocker", "critical"')

    it.each([
      ['a shallow clone', ['--depth', '1']],
      ['a full clone', []],
    ])('decides by the contracts of the base branch, in %s', (_, depth) => {
      const project = pullRequest(depth, { [FINDING]: finding })
      writeText(project.root, FINDING, wider)
      writeText(project.root, '.workbench/a.json', blocker)
      expect(run(project).status).toBe(0)
      const { status, stdout } = run(project, {}, base)
      expect(status).toBe(1)
      expect(stdout).toContain('"blocker"')
      const isShallow = project.run('git', ['rev-parse', '--is-shallow-repository']).stdout.trim()
      expect(isShallow).toBe(String(depth.length > 0))
    })

    it('accepts contracts that it adds, but not links to others', () => {
      const project = pullRequest([], { [FINDING]: finding })
      const note = finding.replaceAll('finding.v1', 'note.v1')
      writeText(project.root, `${SCHEMAS}/note.v1.schema.json`, note)
      project.write('.workbench/note.json', 'valid/finding.v1.json')
      const artifact = readFileSync(join(project.root, '.workbench/note.json'), 'utf8')
      writeText(project.root, '.workbench/note.json', artifact.replace('finding.v1', 'note.v1'))
      expect(run(project, {}, base)).toMatchObject({ status: 0 })
      rmSync(join(project.root, `${SCHEMAS}/note.v1.schema.json`))
      writeText(project.root, 'note.json', note)
      symlinkSync('../../../note.json', join(project.root, `${SCHEMAS}/note.v1.schema.json`))
      expect(run(project).status).toBe(0)
      expect(run(project, {}, base).status).toBe(1)
    })

    it.each([
      ['plugins of the working directory', `packages/a/${SCHEMAS}`, {}],
      ['plugins of a parent of it', `packages/${SCHEMAS}`, {}],
      ['plugins of the repository', SCHEMAS, {}],
      ['schemas', 'packages/a/contracts', { schemas: './contracts/' }],
      ['schemas in a parent', 'packages/contracts', { schemas: '../contracts' }],
    ])('decides by the contracts of the base branch for a working directory: %s', (_, folder, inputs) => {
      const project = pullRequest(['--depth', '1'], { [`${folder}/finding.v1.schema.json`]: finding })
      writeText(project.root, `${folder}/finding.v1.schema.json`, wider)
      writeText(project.root, 'packages/a/.workbench/a.json', blocker)
      const directory = { 'working-directory': 'packages/a', ...inputs }
      expect(run(project, directory).status).toBe(0)
      expect(run(project, directory, base).status).toBe(1)
    })

    it('does not let a pull request hide a built-in contract that the base branch does not hide', () => {
      const note = finding.replaceAll('finding.v1', 'note.v1')
      const project = pullRequest([], { [`${SCHEMAS}/note.v1.schema.json`]: note })
      writeText(project.root, FINDING, wider)
      writeText(project.root, '.workbench/a.json', blocker)
      expect(run(project).status).toBe(0)
      expect(run(project, {}, base).status).toBe(1)
    })

    it('decides by the contracts of the package if the base branch has none', () => {
      const project = pullRequest([], {})
      writeText(project.root, FINDING, wider)
      writeText(project.root, '.workbench/a.json', blocker)
      expect(run(project).status).toBe(0)
      expect(run(project, {}, base).status).toBe(1)
    })

    it('decides by the contracts of the base branch if their directory is a link in it', () => {
      const project = pullRequest([], { 'contracts/finding.v1.schema.json': finding }, [
        SCHEMAS,
        '../../contracts',
      ])
      writeText(project.root, 'contracts/finding.v1.schema.json', wider)
      writeText(project.root, '.workbench/a.json', blocker)
      expect(run(project).status).toBe(0)
      expect(run(project, {}, base).status).toBe(1)
    })

    it.each(['/etc', 'file'])('fails if their directory is a link to %s in the base branch', (target) => {
      const project = pullRequest([], { 'plugins/workbench-core/file': '' }, [SCHEMAS, target])
      rmSync(join(project.root, SCHEMAS))
      writeText(project.root, FINDING, wider)
      const { status, outputs } = run(project, {}, base)
      expect({ status, outputs }).toEqual({ status: 2, outputs: {} })
    })

    it('fails if the contracts are in no repository', () => {
      const project = pullRequest([], { [FINDING]: finding })
      rmSync(join(project.root, '.git'), { recursive: true })
      expect(run(project).status).toBe(0)
      const { status, outputs } = run(project, {}, base)
      expect(status).not.toBe(0)
      expect(outputs).toEqual({})
    })

    it('fails if the base branch cannot be fetched', () => {
      const project = pullRequest([], { [FINDING]: finding })
      const { status, outputs } = run(project, {}, { GITHUB_BASE_REF: 'missing' })
      expect(status).not.toBe(0)
      expect(outputs).toEqual({})
    })
  })

  it('installs the command in the version of the action', () => {
    const bin = temporaryDirectory()
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
    const path = [bin, process.env['PATH']].join(delimiter)
    const { stderr } = run(new Project(), { package: '' }, { PATH: path })
    expect(stderr).toMatch(new RegExp(`^install .* @workbench/cli@${version}$`, 'm'))
  })

  it.each([
    ['.npmrc', 'script-shell=./attack.sh\n'],
    ['.npmrc', 'node-options=--require ./attack.cjs\n'],
    [
      'node_modules/@workbench/cli/package.json',
      '{"name":"@workbench/cli","bin":{"workbench":"../../../attack.cjs"}}',
    ],
  ])('runs no code of the workspace that %s names: %s', (name, text) => {
    const project = brokenProject()
    const created = join(project.root, 'created')
    mkdirSync(join(project.root, dirname(name)), { recursive: true })
    writeFileSync(join(project.root, name), text)
    const bin = join(project.root, 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    for (const script of [join(project.root, 'attack.sh'), join(bin, 'workbench')])
      writeFileSync(script, `#!/bin/sh\ntouch '${created}'\n`, { mode: 0o755 })
    writeFileSync(join(project.root, 'attack.cjs'), `require('fs').writeFileSync('${created}', '')`)
    const { status, outputs } = run(project)
    expect({ status, outputs }).toEqual({ status: 1, outputs: { valid: 'false' } })
    expect(existsSync(created)).toBe(false)
  })
})

describe('the workflow of init --ci', () => {
  interface Workflow {
    readonly on: readonly string[]
    readonly jobs: {
      readonly validate: {
        readonly steps: readonly {
          readonly if?: string
          readonly env?: Readonly<Record<string, string>>
          readonly run?: string
        }[]
      }
    }
  }
  const FILE = '.github/workflows/workbench.yml'
  const FINDING = 'plugins/workbench-core/schemas/finding.v1.schema.json'
  const origin = new Project()

  /** A clone as `actions/checkout` makes it, with a branch that is merged into the branch of the origin. */
  function checkout(): Project {
    const project = new Project()
    rmSync(project.root, { recursive: true })
    origin.run('git', ['clone', '--quiet', origin.root, project.root])
    return project
  }

  /** Runs the steps in order until one fails, and returns the status of the last one. */
  function runSteps(project: Project, base = ''): number | null {
    const { steps } = (parse(readFileSync(join(project.root, FILE), 'utf8')) as Workflow).jobs.validate
    for (const { if: condition, run: line } of steps) {
      if (line === undefined || (condition !== undefined && base === '')) continue
      const { status } = project.run('bash', ['-e', '-c', line], { BASE: base })
      if (status !== 0) return status
    }
    return 0
  }

  beforeAll(() => {
    writeFileSync(join(origin.root, 'package.json'), '{}')
    writeFileSync(join(origin.root, '.gitignore'), 'node_modules\n')
    copyFileSync(tarball, join(origin.root, 'cli.tgz'))
    origin.run('npm', ['install', '--save-dev', 'file:cli.tgz'])
    mkdirSync(join(origin.root, dirname(FINDING)), { recursive: true })
    copyFileSync(join(repository, 'schemas/finding.v1.schema.json'), join(origin.root, FINDING))
    const { stderr } = origin.run('npx', ['--no', 'workbench', 'init', '--ci', 'github', '--write'])
    expect(stderr).toBe('')
    origin.run('git', ['add', '--all'])
    origin.run('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '--quiet', '--message', 'One'])
    origin.run('git', ['branch', '--move', 'release/1'])
  })

  it('uses the versions of the lock file, and fails for a broken artifact', () => {
    const project = checkout()
    expect(readFileSync(join(project.root, FILE), 'utf8')).toMatch(
      /- run: npm ci\n[^]* npx --no workbench validate /,
    )
    expect(runSteps(project)).toBe(0)
    project.write('.workbench/broken.json', 'broken/finding.v1.severity-blocker.json')
    expect(runSteps(project)).toBe(1)
  })

  it.each([
    ['a pull request', 'release/1'],
    ['a merge queue', 'refs/heads/release/1'],
  ])('compares the contracts with the branch into which %s is merged', (_, base) => {
    const project = checkout()
    const finding = readFileSync(join(project.root, FINDING), 'utf8')
    writeFileSync(join(project.root, FINDING), finding.replace(', "info"', ''))
    expect(runSteps(project)).toBe(0)
    expect(runSteps(project, base)).toBe(1)
    writeFileSync(join(project.root, FINDING), finding)
    expect(runSteps(project, base)).toBe(0)
  })

  it('runs for pull requests and merge queues, and compares if the project has contracts of its own', () => {
    const { on, jobs } = parse(readFileSync(join(origin.root, FILE), 'utf8')) as Workflow
    expect(on).toEqual(['push', 'pull_request', 'merge_group'])
    const gate = jobs.validate.steps.find(({ env }) => env)
    expect(gate?.env).toEqual({ BASE: '${{ github.base_ref || github.event.merge_group.base_ref }}' })
    expect(gate?.if).toContain("hashFiles('plugins/workbench-core/schemas/*.schema.json') != ''")
  })
})

/** The blocks of a Markdown file that have this language. */
const codeBlocks = (file: string, language: string): string[] =>
  [
    ...readFileSync(join(repository, file), 'utf8').matchAll(
      new RegExp(`^\`\`\`${language}\\n([^\`]+)\`\`\`$`, 'gm'),
    ),
  ].map(([, text = '']) => text)

describe('the documents', () => {
  it('README.md has three lines that work in an empty folder', () => {
    const [, lines = ''] = codeBlocks('README.md', 'sh')
    expect(lines.trim().split('\n')).toHaveLength(3)
    const root = temporaryDirectory()
    const { status, stdout, stderr } = spawnSync('bash', ['-e'], {
      cwd: root,
      input: `${lines.replaceAll('@workbench/cli', `file:${tarball}`)}\nnpx --no workbench validate finding.json`,
      env: { PATH: process.env['PATH'], HOME: root, TMPDIR: tmpdir() },
      encoding: 'utf8',
    })
    expect({ status, stderr: stderr.replaceAll(/^npm (warn|notice).*\n/gm, '') }).toEqual({
      status: 0,
      stderr: '',
    })
    expect(stdout.match(/^finding\.json is a valid finding\.v1$/gm)).toHaveLength(2)
  })

  it('docs/install.md uses the hook and the inputs of the action that exist', () => {
    const [config = '', , workflow = ''] = codeBlocks('docs/install.md', 'yaml')
    const { repos } = parse(config) as { repos: [{ repo: string; rev: string; hooks: [{ id: string }] }] }
    const { url } = manifest.repository
    const [, name] = /^https:\/\/[^/]+\/(.+)$/.exec(url) ?? []
    expect(repos[0]).toMatchObject({ repo: url, rev: `v${version}`, hooks: [{ id: 'workbench-validate' }] })
    const { steps } = parse(workflow) as { steps: [unknown, { uses: string; with: object }] }
    expect(steps[1].uses).toBe(`${name}@v${version}`)
    const { inputs } = readYaml('action.yml') as { inputs: object }
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(steps[1].with)))
  })

  it('docs/install.md has snippets whose commands reject a broken artifact, and run before there is one', () => {
    const [, local = '', , gitlab = '', lefthook = ''] = codeBlocks('docs/install.md', 'yaml')
    const [lintStaged = ''] = codeBlocks('docs/install.md', 'json')
    const file = '.workbench/broken.json'
    const { repos } = parse(local) as { repos: [{ hooks: [{ entry: string }] }] }
    const { workbench } = parse(gitlab) as { workbench: { script: string[] } }
    const hooks = parse(lefthook) as { 'pre-commit': { commands: { workbench: { run: string } } } }
    const staged = Object.values(
      (JSON.parse(lintStaged) as { 'lint-staged': object })['lint-staged'],
    ) as string[]
    const { run } = hooks['pre-commit'].commands.workbench
    const commands = [
      `${repos[0].hooks[0].entry} ${file}`,
      ...workbench.script,
      run.replace('{staged_files}', file),
      `npx --no ${staged[0] ?? ''} ${file}`,
    ]
    for (const command of commands) {
      const project = new Project()
      rmSync(join(project.root, '.workbench'), { recursive: true })
      installIn(project)
      const { status, stderr } = project.run('bash', ['-c', command])
      expect({ command, status, stderr }).toMatchObject({ command, status: 0 })
      project.write(file, 'broken/finding.v1.severity-blocker.json')
      expect({ command, status: project.run('bash', ['-c', command]).status }).toEqual({ command, status: 1 })
    }
  })
})

/** Puts the packed command where npm installs it. */
function installIn({ root }: Project): void {
  const folder = join(root, 'node_modules/@workbench/cli')
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder])
  mkdirSync(join(root, 'node_modules/.bin'))
  symlinkSync('../@workbench/cli/dist/package/main.cjs', join(root, 'node_modules/.bin/workbench'))
  chmodSync(join(folder, 'dist/package/main.cjs'), 0o755)
}
