import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { commit, git } from '@workbench/test-support/git-repository'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'

import type { Corpus } from './generated-findings.ts'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** Text files of this repository and of three others, which are installed as packages. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  workbench: ['packages/contracts/src', 'apps/api/src', 'docs', 'schemas'],
  express: ['apps/api/node_modules/express'],
  kysely: ['apps/api/node_modules/kysely/dist/esm/query-builder', 'apps/api/node_modules/kysely/README.md'],
  yargs: ['apps/cli/node_modules/yargs/build', 'apps/cli/node_modules/yargs/locales'],
}

export const CORPORA = Object.keys(SOURCES)

const MAX_FILES = 300

/**
 * A repository with these files, some of which the working tree has changed or deleted since the commit.
 * @param hasCommit whether it is a repository at all
 */
export function corpus(name: string, hasCommit: boolean): Corpus {
  const root = temporaryFolder()
  for (const folder of SOURCES[name] ?? []) {
    const target = join(root, 'packages/one', folder.replace(/^.*node_modules\//, ''))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(realpathSync(join(repository, folder)), target, {
      recursive: true,
      filter: (file) => !/[\\/]node_modules$/.test(file),
    })
  }
  const all = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|js|mjs|md|json|yaml|sql)$/.test(entry.name))
    .map(({ parentPath, name: file }) => join(parentPath, file).slice(root.length + 1))
    .sort()
    .slice(0, MAX_FILES)
  if (!hasCommit) return { root, files: all, gone: [], before: () => '' }
  git(root, 'init', '--quiet')
  commit(root)
  const gone = all.filter((_, index) => index % 25 === 3)
  const texts = new Map(gone.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  for (const [index, file] of gone.entries())
    if (index % 2 === 0) rmSync(join(root, file))
    else writeFileSync(join(root, file), 'Rewritten.\n')
  return {
    root,
    files: all.filter((file) => !texts.has(file)),
    gone,
    before: (file) => texts.get(file) ?? '',
  }
}
