import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const created: string[] = []

afterAll(() => {
  for (const directory of created) rmSync(directory, { recursive: true, force: true })
})

/** Creates an empty directory that is deleted after the tests of the importing file. Returns its real path. */
export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'workbench-cli-')))
  created.push(directory)
  return directory
}
