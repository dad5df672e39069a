import { chmodSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates an empty folder. Its path contains no links. It is deleted with the temporary directory of the test file. */
export function temporaryFolder(mode = 0o700): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'workbench-')))
  chmodSync(folder, mode)
  return folder
}
