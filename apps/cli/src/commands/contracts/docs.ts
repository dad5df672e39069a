import { join, resolve } from 'node:path'

import { contractPage, escapeText, isContractId } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import { findProjectRoot, namesIn, writeFiles } from '@workbench/workspace'

import { defineCommand, flag } from '../../command-line/define-command.ts'
import { CannotRun } from '../../exit-status.ts'
import { writeError, writeText } from '../../output/write.ts'
import { readIfExists } from '../../paths.ts'
import { indexPage, isIndexPage } from './index-page.ts'
import { openOwnContracts } from './own-contracts.ts'

/** Relative to the current directory. */
const DEFAULT_OUT = 'docs/contracts'

/**
 * Writes a Markdown page for each contract of the directory and an index, and deletes the pages of removed contracts.
 * With `--check`, writes nothing: prints the pages that are out of date to stderr and returns 1 if there are any.
 */
export const command = defineCommand({
  describe: 'Write a Markdown page for each contract',
  options: {
    out: { type: 'string', default: DEFAULT_OUT, describe: 'Output directory' },
    check: flag('Write nothing; exit with 1 if a page is out of date'),
  },
  run: ({ schemas, out, check }, { stdout, stderr, env, cwd }) => {
    const contracts = openOwnContracts(schemas, { env, cwd })
    const list = contracts.ownIds.map((id) => contracts.get<string>(id))
    const pages = new Map([
      ['README.md', indexPage(list)],
      ...list.map((contract) => [`${contract.id}.md`, contractPage(contract)] as const),
    ])
    const folder = resolve(cwd, out)
    const obsolete = pagesIn(folder).filter((name) => !pages.has(name))
    if (check) {
      const isCurrent = (name: string) => readIfExists(join(folder, name)) === pages.get(name)
      const stale = [...[...pages.keys()].filter((name) => !isCurrent(name)), ...obsolete]
      for (const name of stale) writeError(stderr, `${join(out, name)} is out of date`)
      if (stale.length === 0) return 0
      const options = `${schemas === undefined ? '' : ` --schemas ${schemas}`}${out === DEFAULT_OUT ? '' : ` --out ${out}`}`
      writeError(stderr, `write them with workbench contracts docs${options}`)
      return 1
    }
    const existingIndex = readIfExists(join(folder, 'README.md'))
    if (existingIndex !== undefined && !isIndexPage(existingIndex))
      throw new CannotRun(
        `${join(out, 'README.md')} is another page, and would be lost; name another directory with --out`,
      )
    const deleted = obsolete.map((name) => [name, undefined] as const)
    const changes = [...pages, ...deleted].map(([name, text]) => ({ path: join(folder, name), text }))
    writeFiles(findProjectRoot({ env, cwd }), changes)
    writeText(stdout, `${pluralize(pages.size, 'page')} in ${escapeText(out)}\n`)
    return 0
  },
})

/** Names of the contract pages in the directory. Other files do not match and are never deleted. */
const pagesIn = (folder: string): string[] =>
  namesIn(folder).filter((name) => name.endsWith('.md') && isContractId(name.slice(0, -'.md'.length)))
