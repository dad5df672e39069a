import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { FactV1 } from '@workbench/contracts'
import { FactRecords, openArea, readMemory, validateArea, writeFact } from '@workbench/workspace'

import { commit, git } from '@workbench/test-support/git-repository'
import { contracts, draft, newProject, TODAY } from '../project.ts'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { textOf } from './new-memory.ts'

const formatter = fileURLToPath(new URL('../../../../node_modules/.bin/oxfmt', import.meta.url))

const write = (root: string, title: string): string =>
  writeFact(openArea(root), contracts, draft({ title }), TODAY).id

/** Ids of the valid facts, and the problems of the other files of the working area. */
function read(root: string): string[] {
  const facts = readMemory(openArea(root), contracts).flatMap(({ id, valid }) => (valid ? [id] : []))
  const rejected = validateArea(openArea(root), () => contracts).filter(({ valid }) => !valid)
  return [...facts, ...rejected.map(({ path, problem = 'violations' }) => `${path}: ${problem}`)]
}

const at = (root: string, id: string): string => join(root, '.workbench/memory', `${id}.json`)

/** A repository with one fact that memory_write has written. */
function newRepository(): { readonly root: string; readonly id: string } {
  const { root } = newProject()
  git(root, 'init', '--quiet', '--initial-branch', 'main')
  const id = write(root, 'The first fact')
  commit(root)
  return { root, id }
}

function cloneOf(root: string, ...settings: readonly string[]): string {
  const clone = join(temporaryFolder(), 'clone')
  git(root, 'clone', '--quiet', ...settings, root, clone)
  return clone
}

/** Two branches that give one id to two facts, as the counter of earlier versions did. */
function newConflict(): { readonly root: string; readonly ours: string; readonly theirs: string } {
  const { root } = newRepository()
  const [ours, theirs] = ['ours', 'theirs'].map((title) => textOf('fact-0002', { title })) as [string, string]
  git(root, 'switch', '--quiet', '--create', 'other')
  writeFileSync(at(root, 'fact-0002'), theirs)
  commit(root)
  git(root, 'switch', '--quiet', 'main')
  writeFileSync(at(root, 'fact-0002'), ours)
  commit(root)
  return { root, ours, theirs }
}

describe('a fact stays valid', () => {
  it('in a clone with core.autocrlf', () => {
    const { root, id } = newRepository()
    rmSync(join(root, '.workbench/.gitattributes'))
    commit(root)
    const clone = cloneOf(root, '--config', 'core.autocrlf=true')
    expect(readFileSync(at(clone, id), 'utf8')).toContain('\r\n')
    expect(read(clone)).toEqual([id])
  })

  it('if git checks it out again with core.autocrlf, on the machine that wrote it', () => {
    const { root, id } = newRepository()
    rmSync(join(root, '.workbench/.gitattributes'))
    commit(root)
    rmSync(at(root, id))
    git(root, '-c', 'core.autocrlf=true', 'checkout', '--', '.workbench/memory')
    expect(readFileSync(at(root, id), 'utf8')).toContain('\r\n')
    expect(read(root)).toEqual([id])
  })

  it('with the line ends that it has, in a clone with core.autocrlf and .gitattributes', () => {
    const { root, id } = newRepository()
    const clone = cloneOf(root, '--config', 'core.autocrlf=true')
    expect(readFileSync(at(clone, id), 'utf8')).toBe(readFileSync(at(root, id), 'utf8'))
  })

  it('if a formatter changes its indentation', () => {
    const { root, id } = newRepository()
    writeFileSync(join(root, '.oxfmtrc.json'), '{ "tabWidth": 8, "endOfLine": "crlf" }')
    const text = readFileSync(at(root, id), 'utf8')
    execFileSync(formatter, [at(root, id)], { cwd: root })
    expect(readFileSync(at(root, id), 'utf8')).not.toBe(text)
    expect(read(root)).toEqual([id])
  })

  it('if another branch has another fact with its id', () => {
    const { root, theirs } = newConflict()
    expect(read(root)).toContain('fact-0002')
    git(root, 'switch', '--quiet', 'other')
    expect(readFileSync(at(root, 'fact-0002'), 'utf8')).toBe(theirs)
    expect(read(root)).toContain('fact-0002')
  })
})

describe('a clone', () => {
  it('accepts the facts of a clone or a merge, and finds one that is changed by hand afterwards', () => {
    const { root, id } = newRepository()
    const clone = cloneOf(root)
    expect(existsSync(join(clone, '.workbench/records'))).toBe(false)
    expect(read(clone)).toEqual([id])
    writeFileSync(at(clone, id), readFileSync(at(clone, id), 'utf8').replace('high', 'low'))
    expect(read(clone)).toEqual([
      expect.stringMatching(
        `^.workbench/memory/${id}.json: it was changed after memory_write had written it`,
      ),
    ])
    git(clone, 'checkout', '--', '.')
    expect(read(clone)).toEqual([id])
  })

  it('does not bring or show the files of another machine', () => {
    const { root } = newRepository()
    const clone = cloneOf(root)
    read(clone)
    write(clone, 'A second fact')
    expect(git(clone, 'status', '--porcelain').trim().split('\n')).toHaveLength(1)
    expect(git(clone, 'ls-files')).not.toMatch(/records|tmp/)
  })
})

describe('a merge', () => {
  it('of facts that memory_write wrote in two branches has no conflict', () => {
    const { root, id } = newRepository()
    git(root, 'switch', '--quiet', '--create', 'other')
    const theirs = write(root, 'Theirs')
    commit(root)
    git(root, 'switch', '--quiet', 'main')
    const ours = write(root, 'Ours')
    commit(root)
    git(root, 'merge', '--quiet', 'other')
    expect(read(root)).toEqual([id, theirs, ours].sort())
  })

  it.each([['--ours'], ['--theirs']] as const)(
    'of two facts with one id is reported as unresolved, until git checkout %s',
    (side) => {
      const { root, ...texts } = newConflict()
      const first = read(root).find((id) => id !== 'fact-0002')
      expect(() => git(root, 'merge', '--quiet', 'other')).toThrow('Command failed')
      expect(read(root)).toContainEqual(
        expect.stringMatching(
          /^\.workbench\/memory\/fact-0002\.json: it has the conflict markers of an unresolved merge; keep one side/,
        ),
      )
      git(root, 'checkout', side, '--', '.workbench/memory')
      expect(readFileSync(at(root, 'fact-0002'), 'utf8')).toBe(side === '--ours' ? texts.ours : texts.theirs)
      expect(read(root)).toEqual([first, 'fact-0002'].sort())
      commit(root)
      expect(read(root)).toEqual([first, 'fact-0002'].sort())
    },
  )
})

describe('without a record, FactRecords.isKnown() accepts a fact that the index of git has:', () => {
  /** The names of the facts of the memory that git has brought. */
  const known = (root: string): string[] => {
    rmSync(join(root, '.workbench/records'), { recursive: true, force: true })
    const files = readdirSync(join(root, '.workbench/memory')).filter((name) => name.endsWith('.json'))
    return files.sort().filter((name) => {
      const bytes = readFileSync(join(root, '.workbench/memory', name))
      const fact = { ...(JSON.parse(bytes.toString()) as FactV1), id: name.slice(0, -'.json'.length) }
      return new FactRecords(openArea(root)).isKnown(fact, bytes)
    })
  }
  const names = (...ids: readonly string[]) => ids.map((id) => `${id}.json`)

  it.each(['sha1', 'sha256'])('in a repository with %s', (format) => {
    const { root } = newProject()
    git(root, 'init', '--quiet', '--object-format', format)
    const id = write(root, 'Committed')
    commit(root)
    write(root, 'Uncommitted')
    expect(known(root)).toEqual(names(id))
  })

  it('in a project that is a folder of a repository, and in its worktree', () => {
    const { root } = newProject()
    git(root, 'init', '--quiet')
    const project = join(root, 'a [b]', ':(top)c')
    mkdirSync(project, { recursive: true })
    const id = write(project, 'Committed')
    commit(root)
    const worktree = join(temporaryFolder(), 'worktree')
    git(root, 'worktree', 'add', '--quiet', worktree)
    write(project, 'Uncommitted')
    expect(known(project)).toEqual(names(id))
    const linked = join(worktree, 'a [b]', ':(top)c')
    expect(known(linked)).toEqual(names(id))
    writeFileSync(at(linked, id), textOf(id, { title: 'Changed' }))
    expect(known(linked)).toEqual([])
  })

  it('staged, but not changed, ignored or untracked', () => {
    const { root, id } = newRepository()
    const [ignored, staged] = ['Ignored', 'Staged', 'Untracked'].map((title) => write(root, title))
    appendFileSync(join(root, '.git/info/exclude'), `${ignored}.json\n`)
    git(root, 'add', `.workbench/memory/${staged}.json`)
    writeFileSync(at(root, id), textOf(id, { title: 'Changed' }))
    expect(known(root)).toEqual(names(staged ?? ''))
  })

  it('by its new name, if git has renamed it', () => {
    const { root, id } = newRepository()
    renameSync(at(root, id), at(root, 'fact-0099'))
    expect(known(root)).toEqual([])
    git(root, 'add', '--all')
    expect(known(root)).toEqual(names('fact-0099'))
  })

  it('but none if git does not know the memory yet, ignores it, or there is no repository', () => {
    const { root } = newProject()
    write(root, 'Elsewhere')
    expect(known(root)).toEqual([])
    git(root, 'init', '--quiet')
    expect(known(root)).toEqual([])
    writeFileSync(join(root, '.gitignore'), '.workbench/memory/\n')
    expect(known(root)).toEqual([])
  })

  it('but none that git has in another form, as with Git LFS, unless .gitattributes excludes the memory', () => {
    const { root, id } = newRepository()
    git(root, 'config', 'filter.pointer.clean', 'echo pointer')
    writeFileSync(join(root, '.gitattributes'), '*.json filter=pointer\n')
    git(root, 'add', '--renormalize', '.')
    expect(known(root)).toEqual([])
    appendFileSync(join(root, '.gitattributes'), '.workbench/memory/*.json -filter -diff -merge\n')
    git(root, 'add', '--renormalize', '.')
    expect(known(root)).toEqual(names(id))
  })

  it('and no link, also one to a committed file', () => {
    const { root, id } = newRepository()
    symlinkSync(`${id}.json`, at(root, 'fact-0001'))
    commit(root)
    expect(known(root)).toEqual(names(id))
    const outside = join(temporaryFolder(), 'outside.json')
    renameSync(at(root, id), outside)
    symlinkSync(outside, at(root, id))
    expect(readMemory(openArea(root), contracts).map(({ id: read, valid }) => [read, valid])).toEqual([
      ['fact-0001', false],
      [id, false],
    ])
  })
})
