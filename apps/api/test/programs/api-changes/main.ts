import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { parse } from 'yaml'

import { findBreakingChanges } from './compare-descriptions.ts'
import { versionsOf } from './history.ts'

/** Changes that break no client in practice, or that have to break one. */
interface Acknowledgement {
  reason: string
  changes: string[]
}

// Compares an OpenAPI document with all its versions in the Git history, and fails if a change can break clients.
const file = resolve(process.argv[2] ?? fileURLToPath(new URL('../../../openapi.yaml', import.meta.url)))
const acknowledgements = join(dirname(file), 'acknowledged-changes.json')
const accepted = existsSync(acknowledgements)
  ? (JSON.parse(readFileSync(acknowledgements, 'utf8')) as Acknowledgement[]).flatMap(
      ({ changes }) => changes,
    )
  : []

const read = (text: string) => parse(text) as Record<string, unknown>
const current = read(readFileSync(file, 'utf8'))
const versions = versionsOf(file)
/** The commits of the versions that each change breaks. */
const changes = new Map<string, string[]>()
for (const { commit, text } of versions) {
  for (const change of new Set(findBreakingChanges(read(text), current))) {
    changes.set(change, [...(changes.get(change) ?? []), commit])
  }
}

/** Whether an acknowledgement names a change, with its operation or for all operations. */
const names = (text: string, change: string) =>
  text === change || text === change.replace(/^[A-Z]+ \S+: /, '')
const breaking = [...changes].filter(([change]) => !accepted.some((text) => names(text, change)))
const unused = accepted.filter((text) => ![...changes.keys()].some((change) => names(text, change)))
for (const [change, commits] of breaking) process.stderr.write(`${change} (since ${commits.join(', ')})\n`)
for (const change of unused) process.stderr.write(`${acknowledgements}: there is no such change: ${change}\n`)
process.stdout.write(
  `${versions.length} versions: ${breaking.length} breaking changes, ${changes.size - breaking.length} acknowledged\n`,
)
if (breaking.length > 0) {
  process.stderr.write(`Undo these changes, or acknowledge them with a reason in ${acknowledgements}\n`)
}
if (breaking.length + unused.length > 0) process.exitCode = 1
