import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'

import {
  commitSigned,
  embedRepository,
  nameProgramsIn,
  newTraces,
  type Traces,
} from '@workbench/test-support/hostile-repository'
import { git } from '@workbench/test-support/git-repository'

import { type Result, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { changesIn, findings, removeInfo } from './changes.ts'
import { contract, ContractProject, edited } from './project.ts'

const BREAKING = ['finding.v1 breaking /severity', 'review.v1 breaking /findings/0/severity']

interface GateOptions {
  readonly cwd?: string
  readonly schemas?: string
  readonly env?: Readonly<Record<string, string>>
}

const run = (
  { root }: ContractProject,
  args: readonly string[],
  { cwd = root, schemas = 'schemas', env = {} }: GateOptions = {},
): Promise<Result> => {
  const directory = join(root, schemas)
  return workbench(['contracts', 'gate', '--schemas', directory, '--format', 'json', ...args], { cwd, env })
}

const both = (project: ContractProject, options?: GateOptions): Promise<Result[]> =>
  Promise.all([['--against', 'origin/main'], ['--history']].map((args) => run(project, args, options)))

/** A pull request: `origin/main` has the contracts, and HEAD is a branch that started there. */
function newPullRequest(): ContractProject {
  const project = findings()
  project.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  project.git('checkout', '--quiet', '-b', 'side')
  return project
}

async function expectBreaking(project: ContractProject, options?: GateOptions): Promise<void> {
  for (const result of await both(project, options)) {
    expect(result.stderr).toBe('')
    expect(changesIn(result)).toEqual(BREAKING)
    expect(result.status).toBe(1)
  }
}

async function expectStatus2(project: ContractProject, message: string | RegExp, options?: GateOptions) {
  for (const { status, stdout, stderr } of await both(project, options)) {
    expect(stderr).toMatch(message)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  }
}

describe('workbench contracts gate runs no program of the checkout', () => {
  let traces: Traces
  beforeEach(() => (traces = newTraces()))

  it('with a repository that a pull request commits into the contract directory, and does not compare with that', async () => {
    const other = new ContractProject(['finding.v1', 'review.v1'], { below: '.' })
    other.edit('finding.v1', removeInfo)
    other.init()
    commitSigned(other.root)
    other.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    const project = newPullRequest()
    project.edit('finding.v1', removeInfo)
    embedRepository(other.root, project.directory)
    nameProgramsIn(project.directory, traces)
    project.commit('Narrower, with a repository')
    const clone = join(temporaryDirectory(), 'clone')
    project.git('clone', '--quiet', '.', clone)
    const cloned = new ContractProject([], { root: clone })
    cloned.git('update-ref', 'refs/remotes/origin/main', 'HEAD~1')
    for (const cwd of [clone, cloned.directory]) await expectBreaking(cloned, { cwd })
    expect(traces.found()).toEqual([])
    // Git itself takes the directory for a repository, and runs what it names.
    git(cloned.directory, 'log', '-1')
    expect(traces.found()).toContain('gpg')
  })

  it('with settings, hooks and attributes in .git', async () => {
    const project = newPullRequest()
    project.edit('finding.v1', removeInfo)
    project.commit('Narrower')
    commitSigned(project.root)
    nameProgramsIn(join(project.root, '.git'), traces)
    await expectBreaking(project)
    expect(traces.found()).toEqual([])
    git(project.root, '--no-pager', 'log', '-p', '--ext-diff')
    git(project.root, 'status')
    git(project.root, 'hash-object', 'schemas/finding.v1.schema.json')
    git(project.root, 'show', '--textconv', 'HEAD:schemas/finding.v1.schema.json')
    expect(traces.found()).toEqual(
      expect.arrayContaining(['clean', 'external-diff', 'fsmonitor', 'gpg', 'textconv']) as unknown,
    )
  })

  it('with .gitattributes of the checkout, for a filter that the user has', async () => {
    const home = temporaryDirectory()
    writeFileSync(join(home, '.gitconfig'), `[diff "x"]\n\ttextconv = ${traces.command('textconv')}\n`)
    const project = newPullRequest()
    writeFileSync(join(project.root, '.gitattributes'), '*.json diff=x filter=x\n')
    project.edit('finding.v1', removeInfo)
    project.commit('Narrower')
    await expectBreaking(project, { env: { HOME: home } })
    expect(traces.found()).toEqual([])
  })

  it('with a partial clone, whose remote is a program, and says how to get the objects', async () => {
    const project = newPullRequest()
    project.edit('finding.v1', removeInfo)
    project.commit('Narrower')
    project.git('config', 'uploadpack.allowFilter', 'true')
    const clone = join(temporaryDirectory(), 'clone')
    project.git('clone', '--quiet', '--filter=blob:none', `file://${project.root}`, clone)
    const cloned = new ContractProject([], { root: clone })
    cloned.git('update-ref', 'refs/remotes/origin/main', 'HEAD~1')
    cloned.git('config', 'protocol.ext.allow', 'always')
    const url = cloned.git('config', 'remote.origin.url')
    cloned.git('config', 'remote.origin.url', `ext::sh -c touch% ${join(clone, 'trace')}`)
    await expectStatus2(cloned, /partial clone lacks objects.*git fetch --refetch --no-filter$/m)
    expect(existsSync(join(clone, 'trace'))).toBe(false)
    cloned.git('config', 'remote.origin.url', url)
    cloned.git('fetch', '--quiet', '--refetch', '--no-filter')
    cloned.git('update-ref', 'refs/remotes/origin/main', 'HEAD~1')
    await expectBreaking(cloned)
  })

  it.each(['node_modules/.bin', '.'])('with a program named git in %s, on the path', async (name) => {
    const project = newPullRequest()
    project.edit('finding.v1', removeInfo)
    const folder = join(project.root, name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'git'), `#!/bin/sh\n${traces.command('git')}\n`, { mode: 0o755 })
    const link = join(temporaryDirectory(), 'link')
    symlinkSync(folder, link)
    const path = [folder, link, name, '', process.env['PATH'] ?? ''].join(delimiter)
    await expectBreaking(project, { env: { PATH: path } })
    expect(traces.found()).toEqual([])
    const { status, stderr } = await run(project, ['--history'], { env: { PATH: folder } })
    expect(stderr).toContain('git is not installed, or not on the path outside of the checkout')
    expect(status).toBe(2)
  })

  it('with variables of the caller', async () => {
    const project = newPullRequest()
    project.edit('finding.v1', removeInfo)
    const other = findings()
    await expectBreaking(project, {
      env: {
        GIT_DIR: join(other.root, '.git'),
        GIT_WORK_TREE: other.root,
        GIT_OBJECT_DIRECTORY: join(other.root, '.git/objects'),
        GIT_EXTERNAL_DIFF: traces.command('diff'),
        GIT_PAGER: traces.command('pager'),
        GIT_SSH_COMMAND: traces.command('ssh'),
        GIT_TRACE: '1',
        GIT_REPLACE_REF_BASE: 'refs/heads/',
        GIT_LITERAL_PATHSPECS: '1',
        GIT_NAMESPACE: 'other',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'core.fsmonitor',
        GIT_CONFIG_VALUE_0: traces.command('fsmonitor'),
      },
    })
    expect(traces.found()).toEqual([])
  })
})

describe('workbench contracts gate compares with what the contract directory was in the old commit', () => {
  it('if it was moved, and a link left in its place', async () => {
    const project = newPullRequest()
    project.git('mv', 'schemas', 'contracts')
    symlinkSync('contracts', join(project.root, 'schemas'))
    project.edit('finding.v1', removeInfo)
    await expectBreaking(project)
    project.commit('Moved and narrower')
    await expectBreaking(project)
    const args = ['--against', 'origin/main', '--old-directory', 'schemas']
    expect(changesIn(await run(project, args, { schemas: 'contracts' }))).toEqual(BREAKING)
  })

  it('if it was replaced by a link to a directory that was there before', async () => {
    const project = findings()
    new ContractProject(['finding.v1', 'review.v1'], { root: project.root, below: 'fixtures' }).edit(
      'finding.v1',
      removeInfo,
    )
    project.git('update-ref', 'refs/remotes/origin/main', project.commit('Fixtures'))
    rmSync(project.directory, { recursive: true })
    symlinkSync('fixtures', project.directory)
    await expectBreaking(project)
  })

  it('if it was a link, also through a folder, and leads elsewhere now', async () => {
    const project = findings()
    const second = new ContractProject(['finding.v1', 'review.v1'], { root: project.root, below: 'second' })
    second.edit('finding.v1', removeInfo)
    mkdirSync(join(project.root, 'a/b'), { recursive: true })
    symlinkSync('../../schemas', join(project.root, 'a/b/link'))
    symlinkSync('a/b', join(project.root, 'folder'))
    project.git('update-ref', 'refs/remotes/origin/main', project.commit('A link'))
    rmSync(join(project.root, 'a/b/link'))
    symlinkSync('../../second', join(project.root, 'a/b/link'))
    for (const schemas of ['a/b/link', 'folder/link']) {
      const result = await run(project, ['--against', 'origin/main'], { schemas })
      expect(changesIn(result)).toEqual(BREAKING)
    }
  })

  it('if contract files are links', async () => {
    const project = new ContractProject([])
    const file = join(project.directory, 'finding.v1.schema.json')
    mkdirSync(join(project.root, 'texts'))
    writeFileSync(join(project.root, 'texts/wide.json'), JSON.stringify(contract('finding.v1')))
    writeFileSync(join(project.root, 'texts/narrow.json'), JSON.stringify(edited('finding.v1', removeInfo)))
    symlinkSync('../texts/wide.json', file)
    symlinkSync('nowhere', join(project.directory, 'broken.v1.schema.json'))
    project.init()
    rmSync(join(project.directory, 'broken.v1.schema.json'))
    project.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    for (const result of await both(project)) expect(changesIn(result)).toEqual([])
    rmSync(file)
    symlinkSync('../texts/narrow.json', file)
    for (const result of await both(project)) expect(changesIn(result)).toEqual(BREAKING.slice(0, 1))
  })

  it('if it is a submodule now', async () => {
    const other = new ContractProject(['finding.v1', 'review.v1'], { below: '.' })
    other.edit('finding.v1', removeInfo)
    other.init()
    const project = newPullRequest()
    project.git('rm', '--quiet', '-r', 'schemas')
    project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.root, 'schemas')
    project.commit('A submodule')
    git(project.directory, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    expect(changesIn(await run(project, ['--against', 'origin/main']))).toEqual(BREAKING)
    const inside = new ContractProject([], { root: project.directory, below: '.' })
    for (const result of await both(inside, { schemas: '.' })) expect(changesIn(result)).toEqual([])
    project.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    await expectStatus2(project, 'schemas was a submodule; run the gate in that repository')
  })

  it('if it has a repository of its own that is not committed', async () => {
    const project = newPullRequest()
    project.edit('finding.v1', removeInfo)
    git(project.directory, 'init', '--quiet', '--initial-branch', 'main')
    git(project.directory, 'add', '.')
    git(project.directory, 'commit', '--quiet', '--message', 'Narrower')
    git(project.directory, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    await expectBreaking(project)
  })

  it('if an object is replaced, or a graft hides a commit', async () => {
    const project = newPullRequest()
    const old = project.git('rev-parse', 'HEAD:schemas/finding.v1.schema.json')
    project.edit('finding.v1', removeInfo)
    const narrow = project.commit('Narrower')
    project.git('replace', old, 'HEAD:schemas/finding.v1.schema.json')
    writeFileSync(join(project.root, '.git/info/grafts'), `${narrow}\n`)
    await expectBreaking(project)
  })
})

describe('workbench contracts gate exits with 2', () => {
  it('if a tag has the name of the branch', async () => {
    const project = newPullRequest()
    project.edit('finding.v1', removeInfo)
    project.commit('Narrower')
    project.git('tag', 'origin/main')
    project.git('config', 'core.warnAmbiguousRefs', 'false')
    const { status, stderr } = await run(project, ['--against', 'origin/main'])
    expect(stderr).toContain("refname 'origin/main' is ambiguous")
    expect(status).toBe(2)
  })

  it('if the directory is a link out of the repository', async () => {
    const project = newPullRequest()
    const outside = join(temporaryDirectory(), 'schemas')
    renameSync(project.directory, outside)
    symlinkSync(outside, project.directory)
    await expectStatus2(project, /^workbench: A link in \S+schemas leads out of the repository /)
  })

  it('if the directory was a link out of the repository', async () => {
    const project = new ContractProject(['finding.v1'], { below: 'contracts' })
    symlinkSync('/etc', join(project.root, 'schemas'))
    project.init()
    rmSync(join(project.root, 'schemas'))
    renameSync(join(project.root, 'contracts'), join(project.root, 'schemas'))
    project.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    await expectStatus2(project, 'schemas led out of the repository in an earlier commit, as a link')
  })

  it('if git does not know an extension of the repository', async () => {
    const project = newPullRequest()
    project.git('config', 'core.repositoryformatversion', '1')
    project.git('config', 'extensions.surprise', 'true')
    await expectStatus2(project, /unknown repository extension/)
  })

  it('if the repository belongs to another user, which only root can try, unless the user says that it is safe', async () => {
    const project = newPullRequest()
    project.edit('finding.v1', removeInfo)
    const HOME = temporaryDirectory()
    if (process.getuid?.() === 0) {
      execFileSync('chown', ['-R', '65534', project.root])
      await expectStatus2(
        project,
        /detected dubious ownership in repository at .*\n.*\ngit config --global --add safe\.directory /,
        {
          env: { HOME },
        },
      )
    }
    writeFileSync(join(HOME, '.gitconfig'), `[safe]\n\tdirectory = ${project.root}\n`)
    await expectBreaking(project, { env: { HOME } })
  })

  it('if .git is no repository, also if the folder around it could be one', async () => {
    const project = newPullRequest()
    embedRepository(project.root, project.root)
    rmSync(join(project.root, '.git'), { recursive: true })
    mkdirSync(join(project.root, '.git'))
    await expectStatus2(project, /git rev-parse|is not a git repository/)
    rmSync(join(project.root, '.git'), { recursive: true })
    await expectStatus2(project, /is not in a git repository/)
  })
})

describe('workbench contracts gate works', () => {
  it('in a repository with SHA-256', async () => {
    const project = new ContractProject(['finding.v1', 'review.v1'])
    project.git('init', '--quiet', '--object-format', 'sha256')
    project.git('update-ref', 'refs/remotes/origin/main', project.commit('Contracts'))
    project.edit('finding.v1', removeInfo)
    await expectBreaking(project)
  })

  it('through a link to the project', async () => {
    const project = newPullRequest()
    project.edit('finding.v1', removeInfo)
    const link = join(temporaryDirectory(), 'link')
    symlinkSync(project.root, link)
    await expectBreaking(new ContractProject([], { root: link }))
    await expectBreaking(new ContractProject([], { root: link }), { cwd: realpathSync(project.root) })
  })

  it('in a worktree, and if only its owner may read the repository', async () => {
    const project = newPullRequest()
    const root = join(temporaryDirectory(), 'worktree')
    project.git('worktree', 'add', '--quiet', root)
    chmodSync(join(project.root, '.git'), 0o700)
    const worktree = new ContractProject([], { root })
    worktree.edit('finding.v1', removeInfo)
    await expectBreaking(worktree)
  })
})
