import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { repository } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** Where the package is in a project that depends on it. */
const PACKAGE = 'node_modules/@workbench/cli/dist/package'

/** A repository with these files, which depends on `@workbench/cli`. */
export function projectWith(files: Readonly<Record<string, string>> = {}): string {
  const root = temporaryDirectory()
  mkdirSync(join(root, '.git'))
  cpSync(join(repository, 'apps', 'cli', 'dist', 'package'), join(root, PACKAGE), { recursive: true })
  for (const [name, content] of Object.entries(files)) write(root, name, content)
  return root
}

export function write(root: string, name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), content)
}

/** The files of a project with their content, and its empty folders. */
export function contentOf(root: string): Record<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !/^(node_modules|\.git)(\/|$)/.test(path),
  )
  return Object.fromEntries(
    paths.flatMap((path) => {
      const isFolder = statSync(join(root, path)).isDirectory()
      if (isFolder) return readdirSync(join(root, path)).length > 0 ? [] : [[path, 'empty']]
      return [[path, readFileSync(join(root, path), 'utf8')]]
    }),
  )
}
