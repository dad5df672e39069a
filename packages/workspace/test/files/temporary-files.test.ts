import {
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { writeArtifact, writeFact } from '@workbench/workspace'

import { contracts, draft, newProject, request, TODAY } from '../project.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A project with a temporary file that was last modified so many minutes ago. */
function projectWithLeftover(minutes: number) {
  const project = newProject()
  mkdirSync(project.at('tmp'), { recursive: true })
  const leftover = project.at('tmp', '.workbench-fba4ee1e-7e3d-4c1b-9a53-0b7a6e3a9d11.tmp')
  writeFileSync(leftover, '{ "half": ')
  utimesSync(leftover, minutesAgo(minutes), minutesAgo(minutes))
  return { ...project, leftover }
}

describe.each([
  ['writeArtifact()', ({ area }: ReturnType<typeof newProject>) => writeArtifact(area, contracts, request())],
  ['writeFact()', ({ area }: ReturnType<typeof newProject>) => writeFact(area, contracts, draft(), TODAY)],
])('%s', (_, write) => {
  it.each([61, 24 * 60])('deletes a temporary file that is %d minutes old', (minutes) => {
    const project = projectWithLeftover(minutes)
    write(project)
    expect(existsSync(project.leftover)).toBe(false)
  })

  it.each([0, 30, 59])(
    'keeps a temporary file that is %d minutes old, because its writer may be running',
    (minutes) => {
      const project = projectWithLeftover(minutes)
      write(project)
      expect(existsSync(project.leftover)).toBe(true)
    },
  )

  it.each([
    'notes.tmp',
    'a.json',
    '.workbench-fba4ee1e-7e3d-4c1b-9a53-0b7a6e3a9d11.tmp.bak',
    'x.workbench-fba4ee1e-7e3d-4c1b-9a53-0b7a6e3a9d11.tmp',
    '.keep',
  ])('keeps an old file that has not the name of a temporary file: %s', (name) => {
    const project = newProject()
    mkdirSync(project.at('tmp'), { recursive: true })
    writeFileSync(project.at('tmp', name), 'kept')
    utimesSync(project.at('tmp', name), minutesAgo(600), minutesAgo(600))
    write(project)
    expect(existsSync(project.at('tmp', name))).toBe(true)
  })

  it('works with a folder for temporary files that is old, or from the future', () => {
    for (const minutes of [600, -600]) {
      const project = newProject()
      mkdirSync(project.at('tmp'), { recursive: true })
      utimesSync(project.at('tmp'), minutesAgo(minutes), minutesAgo(minutes))
      expect(() => write(project)).not.toThrow()
    }
  })

  it('deletes its own temporary file', () => {
    const project = newProject()
    write(project)
    expect(readdirSync(project.at('tmp')).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('keeps the target of an old link in the temporary folder', () => {
    const project = newProject()
    const outside = join(newProject().root, 'kept.txt')
    writeFileSync(outside, 'kept')
    utimesSync(outside, minutesAgo(600), minutesAgo(600))
    mkdirSync(project.at('tmp'), { recursive: true })
    symlinkSync(outside, project.at('tmp', 'link'))
    lutimesSync(project.at('tmp', 'link'), minutesAgo(600), minutesAgo(600))
    write(project)
    expect(existsSync(outside)).toBe(true)
  })

  it.each<[string, (path: string) => void]>([
    ['link', (path) => symlinkSync('elsewhere', path)],
    ['folder', (path) => mkdirSync(path)],
  ])('keeps an old %s with the name of a temporary file', (_, make) => {
    const { leftover, ...project } = projectWithLeftover(0)
    rmSync(leftover)
    make(leftover)
    lutimesSync(leftover, minutesAgo(600), minutesAgo(600))
    write(project)
    expect(lstatSync(leftover).isFile()).toBe(false)
  })

  it('works with an old folder in the temporary folder', () => {
    const project = newProject()
    mkdirSync(project.at('tmp', 'folder'), { recursive: true })
    utimesSync(project.at('tmp', 'folder'), minutesAgo(600), minutesAgo(600))
    expect(() => write(project)).not.toThrow()
  })

  it('works with a link to itself in the temporary folder', () => {
    const project = newProject()
    mkdirSync(project.at('tmp'), { recursive: true })
    symlinkSync('loop', project.at('tmp', 'loop'))
    expect(() => write(project)).not.toThrow()
  })
})
