import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import {
  InvalidArtifactError,
  UnsafePathError,
  type WorkingArea,
  writeArtifact,
  writeFact,
} from '@workbench/workspace'

import { contracts, draft, newProject, request, TODAY } from './project.ts'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { thrownBy, violationsOf } from './thrown.ts'

/** Every file, link and folder in a folder, by relative path, with its content. */
function snapshot(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(names.map((name) => [name, contentOf(join(folder, name))]))
}

const withoutFolders = (contents: Record<string, string>): [name: string, content: string][] =>
  Object.entries(contents).filter(([, content]) => content !== 'folder')

function contentOf(path: string): string {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(path)}`
  return stat.isDirectory() ? 'folder' : readFileSync(path, 'utf8')
}

const badNames: readonly (readonly [what: string, name: string])[] = [
  ['the parent folder', '..'],
  ['a path through the parent folder', '../x'],
  ['a path two folders up', '../../x'],
  ['a path with a slash', 'a/b'],
  ['a path with a backslash', 'a\\b'],
  ['the parent folder with a backslash', '..\\x'],
  ['an absolute path', '/tmp/x'],
  ['a path with a drive', 'c:\\x'],
  ['a drive', 'c:'],
  ['a stream of a Windows file', 'a:b'],
  ['a network share', '\\\\server\\share'],
  ['an empty string', ''],
  ['the current folder', '.'],
  ['a hidden file', '.hidden'],
  ['two dots in the middle', 'a..b'],
  ['two dots at the end', 'a..'],
  ['a dot at the end', 'a.'],
  ['three dots', '...'],
  ['an upper-case letter', 'Auditor'],
  ['a dash first', '-rf'],
  ['65 characters', 'a'.repeat(65)],
  ['a thousand characters', 'a'.repeat(1000)],
  ['a space', 'a b'],
  ['a space at the end', 'a '],
  ['a line break at the end', 'a\n'],
  ['a line break', 'a\nb'],
  ['a carriage return', 'a\r'],
  ['a tab', 'a\tb'],
  ['NUL', 'a\0b'],
  ['NUL at the end', 'a\0'],
  ['an escape character', 'a\u001bb'],
  ['DEL', 'a\u007f'],
  ['a letter of another alphabet', 'ä'],
  ['a combining accent', 'a\u0301'],
  ['a full-width letter', '\uff41'],
  ['a full-width dot', '\uff0e\uff0e'],
  ['a division slash', 'a\u2215b'],
  ['a right-to-left override', 'a\u202eb'],
  ['an emoji', '😀'],
  ['a lone surrogate', 'a\ud83d'],
  ['a shell variable', '$home'],
  ['a percent sign', '%2e%2e'],
  ['a tilde', '~root'],
  ...[
    'con',
    'prn',
    'aux',
    'nul',
    'com1',
    'com9',
    'lpt1',
    'lpt9',
    'con.txt',
    'nul.json',
    'aux.',
    'com1.tar.gz',
  ].map((name) => [`the Windows device ${name}`, name] as const),
]

describe('writeArtifact() rejects a name', () => {
  describe.each(badNames)('that is %s', (_, name) => {
    it.each(['wave', 'agent'])('as %s and writes nothing', (member) => {
      const parent = temporaryFolder()
      const area = { root: join(parent, 'deep', 'project') }
      mkdirSync(area.root, { recursive: true })
      const before = snapshot(parent)
      expect(violationsOf(() => writeArtifact(area, contracts, request({ [member]: name })))).toMatchObject([
        { path: `/${member}`, keyword: 'pattern' },
      ])
      expect(snapshot(parent)).toEqual(before)
    })
  })

  it('and shows its first 60 characters', () => {
    const { area } = newProject()
    const name = 'A'.repeat(65)
    expect(violationsOf(() => writeArtifact(area, contracts, request({ wave: name })))).toEqual([
      {
        path: '/wave',
        keyword: 'pattern',
        message: `Expected a name that matches ^[a-z0-9][a-z0-9._-]{0,63}$, without "..", a dot at the end or the name of a Windows device; received "${'A'.repeat(60)}"; send "${'a'.repeat(64)}"`,
        expected: '^[a-z0-9][a-z0-9._-]{0,63}$',
        received: 'A'.repeat(60),
      },
    ])
  })

  it('and returns a violation for wave and for agent if both are invalid', () => {
    const { area } = newProject()
    const violations = violationsOf(() => writeArtifact(area, contracts, request({ wave: '..', agent: '' })))
    expect(violations.map(({ path }) => path)).toEqual(['/wave', '/agent'])
  })
})

describe('writeArtifact() accepts the name', () => {
  const names = [
    'a',
    '0',
    'w1',
    'a.b',
    'a-b_c',
    'a'.repeat(64),
    'console',
    'falcon',
    'com',
    'com10',
    'nullable',
    'tmp',
  ]
  it.each(names)('%s', (name) => {
    const { area, at } = newProject()
    const { path } = writeArtifact(area, contracts, request({ wave: name, agent: name }))
    expect(path).toBe(`.workbench/blackboard/${name}/${name}.json`)
    expect(lstatSync(at('blackboard', name, `${name}.json`)).isFile()).toBe(true)
  })
})

type Write = (area: { root: string }) => unknown

const artifact: Write = (area) => writeArtifact(area, contracts, request({ replace: true }))
const fact: Write = (area) => writeFact(area, contracts, draft(), TODAY)

/** Parts of the working area that can be links, and the writes that would follow them. */
const links: readonly (readonly [position: string[], writes: Readonly<Record<string, Write>>])[] = [
  [[], { artifact, fact }],
  [['blackboard'], { artifact }],
  [['blackboard', 'w1'], { artifact }],
  [['memory'], { fact }],
  [['tmp'], { artifact, fact }],
  [['blackboard', 'w1', 'auditor.json'], { artifact }],
]

/** Targets of links. Each function creates the target and returns its path. */
const targets: Readonly<Record<string, (outside: string, root: string, link: string) => string>> = {
  'a folder outside': (outside) => createFolder(outside, 'folder'),
  'a file outside': (outside) => createFile(outside, 'file.json'),
  'a missing path outside': (outside) => join(outside, 'missing'),
  'another folder of the project': (_, root) => createFolder(root, 'elsewhere'),
  'a file of the project': (_, root) => createFile(root, 'package.json'),
  'a missing path of the project': (_, root) => join(root, 'missing'),
  itself: (_, __, link) => link,
}

const createFolder = (...segments: string[]): string => {
  mkdirSync(join(...segments), { recursive: true })
  return join(...segments)
}

const createFile = (...segments: string[]): string => {
  writeFileSync(join(...segments), '{ "schema": "finding.v1" }')
  return join(...segments)
}

const createPipe = (path: string): unknown => execFileSync('mkfifo', [path])

const linkCases = links.flatMap(([position, writes]) =>
  Object.entries(writes).flatMap(([kind, write]) =>
    Object.entries(targets).map(([where, target]) => ({
      name: ['.workbench', ...position].join('/'),
      position,
      kind,
      write,
      where,
      target,
    })),
  ),
)

describe('a write throws and changes nothing outside of the working area', () => {
  it.each(linkCases)('if $name is a link to $where ($kind)', ({ name, position, write, target }) => {
    const { area, root, at } = newProject()
    const outside = temporaryFolder()
    const path = at(...position)
    mkdirSync(join(path, '..'), { recursive: true })
    symlinkSync(target(outside, root, path), path)
    const [outsideBefore, rootBefore] = [snapshot(outside), snapshot(root)]
    const error = thrownBy(() => write(area))
    expect(error).toBeInstanceOf(UnsafePathError)
    expect((error as UnsafePathError).message).toMatch(/^\S+ is a link or a (file|folder), not a/)
    expect((error as UnsafePathError).message.split(' ')[0]).toBe(name)
    expect(snapshot(outside)).toEqual(outsideBefore)
    // Folders of the working area may have been created before the error.
    expect(withoutFolders(snapshot(root))).toEqual(withoutFolders(rootBefore))
  })

  it.each([
    ['.workbench', []],
    ['.workbench/blackboard', ['blackboard']],
    ['.workbench/blackboard/w1', ['blackboard', 'w1']],
    ['.workbench/tmp', ['tmp']],
  ])('if %s is a file', (_, position) => {
    const { area, root, at } = newProject()
    mkdirSync(join(at(...position), '..'), { recursive: true })
    writeFileSync(at(...position), 'kept')
    expect(thrownBy(() => artifact(area))).toBeInstanceOf(UnsafePathError)
    expect(withoutFolders(snapshot(root)).map(([, content]) => content)).toEqual(['kept'])
  })

  it.each(linkCases.filter(({ where }) => where === 'itself'))(
    'if $name is a named pipe ($kind)',
    ({ position, write }) => {
      const { area, at } = newProject()
      const path = at(...position)
      mkdirSync(join(path, '..'), { recursive: true })
      createPipe(path)
      const error = thrownBy(() => write(area))
      expect(error).toBeInstanceOf(UnsafePathError)
      expect((error as UnsafePathError).message).toMatch(
        /^\.workbench\S* is a (link or a file|pipe or a device), not a/,
      )
      expect(lstatSync(path).isFIFO()).toBe(true)
    },
  )

  it.each(
    ['a folder', 'a named pipe'].flatMap((what) => [false, true].map((replace) => ({ what, replace }))),
  )('if $what has the name of the file and replace is $replace', ({ what, replace }) => {
    const { area, root, at } = newProject()
    const path = at('blackboard', 'w1', 'auditor.json')
    mkdirSync(join(path, '..'), { recursive: true })
    if (what === 'a folder') mkdirSync(path)
    else createPipe(path)
    const before = lstatSync(path)
    const error = thrownBy(() => writeArtifact(area, contracts, request({ replace })))
    expect(error).toBeInstanceOf(UnsafePathError)
    expect(lstatSync(path).ino).toBe(before.ino)
    expect(readdirSync(at('tmp'))).toEqual([])
    expect(readdirSync(root)).toEqual(['.workbench'])
  })
})

describe('writeFact()', () => {
  /** Writes a fact at a time whose id is taken. */
  function writeBeside(area: WorkingArea): string {
    const clock = import.meta.jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 31))
    const { id } = writeFact(area, contracts, draft(), TODAY)
    clock.mockRestore()
    return id
  }

  const TAKEN = 'fact-20260131000000000.json'
  const NEXT = 'fact-20260131000000001'

  it.each([
    ['a link to a file outside', (outside: string) => createFile(outside, 'file.json')],
    ['a broken link', (outside: string) => join(outside, 'missing')],
  ])('skips an id that is taken by %s', (_, target) => {
    const { area, at } = newProject()
    const outside = temporaryFolder()
    mkdirSync(at('memory'), { recursive: true })
    symlinkSync(target(outside), at('memory', TAKEN))
    const before = snapshot(outside)
    expect(writeBeside(area)).toBe(NEXT)
    expect(snapshot(outside)).toEqual(before)
  })

  it.each([
    ['a link to itself', (path: string) => symlinkSync(path, path)],
    ['a named pipe', createPipe],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('skips an id that is taken by %s', (_, make) => {
    const { area, at } = newProject()
    mkdirSync(at('memory'), { recursive: true })
    make(at('memory', TAKEN))
    expect(writeBeside(area)).toBe(NEXT)
  })

  it.each([
    ['a link to itself', (path: string) => symlinkSync(path, path)],
    ['a named pipe', createPipe],
  ])('rejects a reference to %s', (_, make) => {
    const { area, at } = newProject()
    mkdirSync(at('memory'), { recursive: true })
    make(at('memory', 'fact-0001.json'))
    const error = thrownBy(() => writeFact(area, contracts, draft({ supersedes: 'fact-0001' }), TODAY))
    expect(error).toBeInstanceOf(InvalidArtifactError)
  })
})
