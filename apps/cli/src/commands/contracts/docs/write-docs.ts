import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { openContracts } from '@workbench/contracts'

import type { ExitStatus } from '../../../exit-status.ts'
import { count } from '../../../format.ts'
import type { CommandContext } from '../../../context.ts'
import { indexPage, contractPage } from './contract-page.ts'

export interface DocsRequest {
  /** Directory of the contracts, where one was named. */
  readonly directory: string | undefined
  /** Directory of the pages, from the current directory. */
  readonly out: string
  /** Whether pages are compared and not written. */
  readonly check: boolean
}

/** Writes a page for each contract and one that lists them, or says which of them are stale. */
export function writeDocs(
  { directory, out, check }: DocsRequest,
  { stdout, stderr, env, cwd }: CommandContext,
): ExitStatus {
  const contracts = openContracts({ directory, env, cwd })
  const all = contracts.ids.map((id) => contracts.get<string>(id))
  const pages = new Map([
    ['README.md', indexPage(all)],
    ...all.map((contract) => [`${contract.id}.md`, contractPage(contract)] as const),
  ])
  const folder = resolve(cwd, out)
  const superfluous = pagesIn(folder).filter((name) => !pages.has(name))
  if (check) {
    const stale = [...pages]
      .filter(([name, text]) => textOf(join(folder, name)) !== text)
      .map(([name]) => name)
    for (const name of [...stale, ...superfluous]) stderr.write(`workbench: ${join(out, name)} is stale\n`)
    return stale.length + superfluous.length === 0 ? 0 : 1
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of pages) writeFileSync(join(folder, name), text)
  for (const name of superfluous) rmSync(join(folder, name))
  stdout.write(`${count(pages.size, 'page')} in ${out}\n`)
  return 0
}

/** The pages of contracts, which this command has written; whatever else stands there is left alone. */
function pagesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^[a-z0-9-]+\.v\d+\.md$/.test(name))
  } catch {
    return []
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
