import { mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { openContracts } from '@workbench/contracts'

import { Board } from '../src/index.ts'

export const repository = resolve(import.meta.dirname, '../../..')

/** A directory with files, which is deleted with the temporary directory of the test file. */
export function createProject(files: Readonly<Record<string, unknown>>): {
  readonly root: string
  readonly write: (path: string, content: unknown) => void
} {
  const root = mkdtempSync(join(tmpdir(), 'workbench-'))
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
    // The verdict on an invalid file waits until it is older than 0.1 s.
    utimesSync(join(root, path), 1, 1)
  }
  for (const [path, content] of Object.entries(files)) write(path, content)
  return { root, write }
}

export const boardOf = (root: string, folder?: string): Board =>
  new Board({ root, folder, openContracts: () => openContracts({ env: {}, cwd: root }) })

/** A valid artifact of the documentation, with other values for some members. */
export const example = (contract: string, members: object = {}): object => ({
  ...(JSON.parse(
    readFileSync(join(repository, 'docs', 'examples', 'valid', `${contract}.json`), 'utf8'),
  ) as object),
  ...members,
})
