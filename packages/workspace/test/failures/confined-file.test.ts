import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'

import { openConfined, OutsideError } from '@workbench/workspace'

import { bundled, start } from '../programs.ts'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { thrownBy } from '../thrown.ts'

/** Set it higher to search for longer. */
const READS = Number(process.env['WORKBENCH_RACE_READS'] ?? 20_000)

const describeOnLinux = platform() === 'linux' ? describe : describe.skip

describe('openConfined()', () => {
  it('reads a file in one of several folders, also if that folder is named by a link', () => {
    const folders = [temporaryFolder(), temporaryFolder()] as const
    writeFileSync(join(folders[1], 'a.json'), 'inside')
    const link = join(temporaryFolder(), 'link')
    symlinkSync(folders[1], link)
    const read = (file: string, ...roots: string[]) =>
      openConfined(file, roots, (path) => readFileSync(path, 'utf8'))
    expect(read(join(folders[1], 'a.json'), ...folders)).toBe('inside')
    expect(read(join(link, 'a.json'), folders[0], link)).toBe('inside')
    expect(read(join(folders[1], 'a.json'), link)).toBe('inside')
    expect(thrownBy(() => read(join(link, 'a.json'), folders[0], '/nowhere'))).toBeInstanceOf(OutsideError)
  })
})

describeOnLinux('openConfined()', () => {
  it('reads the file that it has opened, if its folder is replaced by a link afterwards', () => {
    const root = temporaryFolder()
    const outside = temporaryFolder()
    mkdirSync(join(root, 'folder'))
    writeFileSync(join(root, 'folder', 'a.json'), 'inside')
    writeFileSync(join(outside, 'a.json'), 'secret')
    const text = openConfined(join(root, 'folder', 'a.json'), [root], (path) => {
      renameSync(join(root, 'folder'), join(root, 'moved'))
      symlinkSync(outside, join(root, 'folder'))
      return readFileSync(path, 'utf8')
    })
    expect(text).toBe('inside')
  })

  it(`never reads a file outside in ${READS} reads, while another process replaces the folder by a link`, async () => {
    const root = temporaryFolder()
    const outside = temporaryFolder()
    mkdirSync(join(root, 'folder'))
    writeFileSync(join(root, 'folder', 'a.json'), 'inside')
    writeFileSync(join(outside, 'a.json'), 'secret')
    const swapper = start(bundled('swap-folder'), join(root, 'folder'), outside)
    await swapper.firstOutput
    const outcomes = new Map<string, number>()
    for (let count = 0; count < READS; count++) {
      const outcome = outcomeOf(join(root, 'folder', 'a.json'), root)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    swapper.child.stdin.end()
    expect(Number((await swapper.lines).at(-1))).toBeGreaterThan(100)
    expect([...outcomes.keys()].filter((outcome) => !ALLOWED.includes(outcome))).toEqual([])
    expect(outcomes.get('inside')).toBeGreaterThan(0)
  }, 120_000)
})

const ALLOWED = ['inside', 'OutsideError', 'UnreadableFileError']

function outcomeOf(file: string, root: string): string {
  try {
    return openConfined(file, [root], (path) => readFileSync(path, 'utf8'))
  } catch (error) {
    return (error as Error).name
  }
}
