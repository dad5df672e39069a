import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { InvalidArtifactError, UnsafePathError, writeArtifact, writeFact } from '@workbench/workspace'

import { contracts, draft, newProject, request, TODAY } from './project.ts'

/** Every file, link and folder below a folder, with its content. */
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

/** What is thrown, or undefined where nothing is. */
function thrownBy(run: () => unknown): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    return error
  }
}

const badNames: readonly (readonly [what: string, name: string])[] = [
  ['the folder above', '..'],
  ['a path through the folder above', '../x'],
  ['a path two folders up', '../../x'],
  ['a path with a slash', 'a/b'],
  ['a path with a backslash', 'a\\b'],
  ['the folder above with a backslash', '..\\x'],
  ['an absolute path', '/tmp/x'],
  ['a path with a drive', 'c:\\x'],
  ['a drive', 'c:'],
  ['a stream of a Windows file', 'a:b'],
  ['a network share', '\\\\server\\share'],
  ['nothing', ''],
  ['this folder', '.'],
  ['a hidden file', '.hidden'],
  ['two dots within', 'a..b'],
  ['two dots at the end', 'a..'],
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
  ['an accent of its own', 'a\u0301'],
  ['a full-width letter', '\uff41'],
  ['a full-width dot', '\uff0e\uff0e'],
  ['a slash that is none', 'a\u2215b'],
  ['text that runs from right to left', 'a\u202eb'],
  ['an emoji', '😀'],
  ['half an emoji', 'a\ud83d'],
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

describe('writeArtifact() refuses a name', () => {
  describe.each(badNames)('that is %s', (_, name) => {
    it.each(['wave', 'agent'])('as %s, and writes nothing', (member) => {
      const parent = mkdtempSync(join(tmpdir(), 'workbench-'))
      const area = { root: join(parent, 'deep', 'project') }
      mkdirSync(area.root, { recursive: true })
      const before = snapshot(parent)
      const error = thrownBy(() => writeArtifact(area, contracts, request({ [member]: name })))
      expect(error).toBeInstanceOf(InvalidArtifactError)
      expect((error as InvalidArtifactError).violations).toMatchObject([
        { path: `/${member}`, keyword: 'pattern' },
      ])
      expect(snapshot(parent)).toEqual(before)
    })
  })

  it('and lists wave and agent where both are wrong', () => {
    const { area } = newProject()
    const error = thrownBy(() => writeArtifact(area, contracts, request({ wave: '..', agent: '' })))
    expect((error as InvalidArtifactError).violations.map(({ path }) => path)).toEqual(['/wave', '/agent'])
  })
})

describe('writeArtifact() takes a name', () => {
  const names = ['a', '0', 'w1', 'a.b', 'a-b_c', 'a'.repeat(64), 'console', 'com', 'com10', 'nullable', 'tmp']
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

/** A link in place of a part of the working area, and the writes that would go through it. */
const links: readonly (readonly [position: string[], writes: Readonly<Record<string, Write>>])[] = [
  [[], { artifact, fact }],
  [['blackboard'], { artifact }],
  [['blackboard', 'w1'], { artifact }],
  [['memory'], { fact }],
  [['tmp'], { artifact, fact }],
  [['blackboard', 'w1', 'auditor.json'], { artifact }],
]

/** Where a link may lead, made for the purpose. */
const targets: Readonly<Record<string, (outside: string, root: string, link: string) => string>> = {
  'a folder outside': (outside) => madeFolder(outside, 'folder'),
  'a file outside': (outside) => madeFile(outside, 'file.json'),
  'nowhere outside': (outside) => join(outside, 'missing'),
  'another folder of the project': (_, root) => madeFolder(root, 'elsewhere'),
  'a file of the project': (_, root) => madeFile(root, 'package.json'),
  'nowhere in the project': (_, root) => join(root, 'missing'),
  itself: (_, __, link) => link,
}

const madeFolder = (...segments: string[]): string => {
  mkdirSync(join(...segments), { recursive: true })
  return join(...segments)
}

const madeFile = (...segments: string[]): string => {
  writeFileSync(join(...segments), '{ "schema": "finding.v1" }')
  return join(...segments)
}

const makePipe = (path: string): unknown => execFileSync('mkfifo', [path])

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

describe('a write is refused, and writes nothing beyond,', () => {
  it.each(linkCases)('where $name is a link to $where ($kind)', ({ position, write, target }) => {
    const { area, root, at } = newProject()
    const outside = mkdtempSync(join(tmpdir(), 'workbench-'))
    const place = at(...position)
    mkdirSync(join(place, '..'), { recursive: true })
    symlinkSync(target(outside, root, place), place)
    const [outsideBefore, rootBefore] = [snapshot(outside), snapshot(root)]
    const error = thrownBy(() => write(area))
    expect(error).toBeInstanceOf(UnsafePathError)
    expect((error as UnsafePathError).message).toMatch(/^\.workbench\S* is a link or a (file|folder), not a/)
    expect(snapshot(outside)).toEqual(outsideBefore)
    // Folders of the area itself may have been made on the way.
    expect(withoutFolders(snapshot(root))).toEqual(withoutFolders(rootBefore))
  })

  it.each([
    ['.workbench', []],
    ['.workbench/blackboard', ['blackboard']],
    ['.workbench/blackboard/w1', ['blackboard', 'w1']],
    ['.workbench/tmp', ['tmp']],
  ])('where %s is a file', (_, position) => {
    const { area, root, at } = newProject()
    mkdirSync(join(at(...position), '..'), { recursive: true })
    writeFileSync(at(...position), 'kept')
    expect(thrownBy(() => artifact(area))).toBeInstanceOf(UnsafePathError)
    expect(withoutFolders(snapshot(root)).map(([, content]) => content)).toEqual(['kept'])
  })

  it.each(linkCases.filter(({ where }) => where === 'itself'))(
    'where $name is a named pipe ($kind)',
    ({ position, write }) => {
      const { area, at } = newProject()
      const place = at(...position)
      mkdirSync(join(place, '..'), { recursive: true })
      makePipe(place)
      const error = thrownBy(() => write(area))
      expect(error).toBeInstanceOf(UnsafePathError)
      expect((error as UnsafePathError).message).toMatch(
        /^\.workbench\S* is a (link or a file|pipe or a device), not a/,
      )
      expect(lstatSync(place).isFIFO()).toBe(true)
    },
  )

  it.each(
    ['a folder', 'a named pipe'].flatMap((what) => [false, true].map((replace) => ({ what, replace }))),
  )('where $what stands in place of the file, and replace is $replace', ({ what, replace }) => {
    const { area, root, at } = newProject()
    const place = at('blackboard', 'w1', 'auditor.json')
    mkdirSync(join(place, '..'), { recursive: true })
    if (what === 'a folder') mkdirSync(place)
    else makePipe(place)
    const before = lstatSync(place)
    const error = thrownBy(() => writeArtifact(area, contracts, request({ replace })))
    expect(error).toBeInstanceOf(UnsafePathError)
    expect(lstatSync(place).ino).toBe(before.ino)
    expect(readdirSync(at('tmp'))).toEqual([])
    expect(readdirSync(root)).toEqual(['.workbench'])
  })
})

describe('writeFact()', () => {
  it.each([
    ['a link to a file outside', (outside: string) => madeFile(outside, 'file.json')],
    ['a link to nowhere', (outside: string) => join(outside, 'missing')],
  ])('passes over a number that is taken by %s', (_, target) => {
    const { area, at } = newProject()
    const outside = mkdtempSync(join(tmpdir(), 'workbench-'))
    mkdirSync(at('memory'), { recursive: true })
    symlinkSync(target(outside), at('memory', 'fact-0001.json'))
    const before = snapshot(outside)
    expect(writeFact(area, contracts, draft(), TODAY).id).toBe('fact-0002')
    expect(snapshot(outside)).toEqual(before)
  })

  it.each([
    ['a link that leads to itself', (path: string) => symlinkSync(path, path)],
    ['a named pipe', makePipe],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('passes over a number that is taken by %s', (_, make) => {
    const { area, at } = newProject()
    mkdirSync(at('memory'), { recursive: true })
    make(at('memory', 'fact-0001.json'))
    expect(writeFact(area, contracts, draft(), TODAY).id).toBe('fact-0002')
  })

  it.each([
    ['a link that leads to itself', (path: string) => symlinkSync(path, path)],
    ['a named pipe', makePipe],
  ])('does not take %s for a fact that it may refer to', (_, make) => {
    const { area, at } = newProject()
    mkdirSync(at('memory'), { recursive: true })
    make(at('memory', 'fact-0001.json'))
    const error = thrownBy(() => writeFact(area, contracts, draft({ supersedes: 'fact-0001' }), TODAY))
    expect(error).toBeInstanceOf(InvalidArtifactError)
  })
})
