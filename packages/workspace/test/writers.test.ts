import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import {
  beginSession,
  beginTool,
  digestOf,
  endTool,
  endTurn,
  type EventFile,
  recordVerdicts,
} from '@workbench/workspace'

import { newProject } from './project.ts'

const A = 'blackboard/w1/a.json'
const WRITER = { session: 's' }

function projectWith(files: readonly string[]) {
  const project = newProject()
  mkdirSync(project.at('blackboard/w1'), { recursive: true })
  for (const name of files) writeFileSync(project.at(name), `{ "name": "${name}" }`)
  return project
}

/** The files that the agent wrote. */
const pathsOf = (files: readonly EventFile[]) =>
  files.filter(({ kind }) => kind === 'own').map(({ path }) => path)

const tool = { writer: WRITER, id: 't', names: [] }

describe('endTool()', () => {
  it.each<[string, (at: (path: string) => string) => void, string[]]>([
    ['written', (at) => writeFileSync(at(A), '{}'), [A]],
    [
      'written, and then got an old time',
      (at) => {
        writeFileSync(at(A), '{}')
        utimesSync(at(A), 1, 1)
      },
      [A],
    ],
    ['renamed', (at) => renameSync(at(A), at('blackboard/w1/c.json')), ['blackboard/w1/c.json']],
    ['linked', (at) => symlinkSync('b.json', at('blackboard/w1/c.json')), ['blackboard/w1/c.json']],
    [
      'moved with their folder',
      (at) => renameSync(at('blackboard/w1'), at('blackboard/w2')),
      ['blackboard/w2/a.json', 'blackboard/w2/b.json'],
    ],
    ['formatted', (at) => writeFileSync(at(A), `{"name":"${A}"}\n`), []],
    ['deleted', (at) => rmSync(at(A)), []],
  ])('returns the files that were %s while the tool ran', (_, change, expected) => {
    const { area, at } = projectWith([A, 'blackboard/w1/b.json'])
    beginSession(area, WRITER)
    beginTool(area, tool, false)
    change(at)
    expect(pathsOf(endTool(area, tool))).toEqual(expected)
  })

  it('counts a tool whose end is missing as running, until its session begins again', () => {
    const { area, at } = projectWith([A])
    const killed = { writer: { session: 'killed' }, names: [] }
    beginTool(area, killed, false)
    beginTool(area, tool, false)
    writeFileSync(at(A), '{}')
    expect(endTool(area, tool)).toMatchObject([{ kind: 'others' }])
    beginSession(area, killed.writer)
    beginTool(area, tool, false)
    writeFileSync(at(A), '[]')
    expect(endTool(area, tool)).toMatchObject([{ kind: 'own' }])
  })

  it('follows no link out of the project', () => {
    const { area, at } = projectWith([])
    const outside = temporaryFolder()
    writeFileSync(join(outside, 'secret'), '"secret"')
    symlinkSync(join(outside, 'secret'), at(A))
    mkdirSync(at('tmp'))
    symlinkSync(join(outside, 'missing'), at('tmp/.gitignore'))
    expect(pathsOf(endTool(area, tool))).toEqual([A])
    expect(readdirSync(outside)).toEqual(['secret'])
    expect(readFileSync(at('tmp/writers.json'), 'utf8')).not.toContain(digestOf('"secret"'))
  })

  it('returns all files after a state that is lost or damaged', () => {
    const { area, at } = projectWith([A])
    beginTool(area, tool, false)
    for (const text of ['', '[]', '{"files":1}']) {
      writeFileSync(at('tmp/writers.json'), text)
      expect(pathsOf(endTool(area, tool))).toEqual([A])
    }
  })

  it('creates no working area, and leaves no file for git in one', () => {
    const { area, at } = newProject()
    beginSession(area, WRITER)
    beginTool(area, tool, false)
    endTool(area, tool)
    endTurn(area, WRITER)
    expect(() => readdirSync(at())).toThrow('ENOENT')
    beginTool(area, tool, true)
    expect(readdirSync(at())).toEqual(['tmp'])
    expect(readdirSync(at('tmp')).sort()).toEqual(['.gitignore', 'writers.json'])
  })

  it('writes a state that recordVerdicts() extends, for files that still exist', () => {
    const { area, at } = projectWith([A])
    endTool(area, tool)
    rmSync(at(A))
    endTool(area, tool)
    recordVerdicts(area, WRITER, [{ path: A, valid: false }])
    expect(endTurn(area, WRITER)).toEqual([])
  })
})
