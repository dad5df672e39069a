import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates an empty directory, which is deleted with the temporary directory of the test file. Returns its real path. */
export const temporaryDirectory = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'workbench-cli-')))
