import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

/** Creates an empty folder, which is deleted after the tests of the file. Its path contains no links. */
export function temporaryFolder(mode = 0o700): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'workbench-')))
  folders.push(folder)
  chmodSync(folder, mode)
  return folder
}

afterAll(() => {
  for (const folder of folders) remove(folder)
})

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Only root can delete from a folder without write permission, which some tests leave behind.
    execFileSync('chmod', ['-R', 'u+rwx', folder])
    rmSync(folder, { recursive: true, force: true })
  }
}
