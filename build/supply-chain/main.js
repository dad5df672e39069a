import { readdirSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

import { parse } from 'yaml'

import { faultsOfDocument, faultsOfLicences, faultsOfLockfile, faultsOfWorkspace } from './rules.js'

// Reads what `pnpm licenses list --json` prints, and says what is wrong with what is installed.
const root = new URL('../../', import.meta.url)

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, root), 'utf8')

const used = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(new URL(folder, root)).flatMap((name) => {
    /** @type {unknown} */
    const json = JSON.parse(read(`${folder}/${name}/package.json`))
    const { dependencies = {}, optionalDependencies = {} } =
      /** @type {{ dependencies?: object, optionalDependencies?: object }} */ (json)
    return Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => !name.startsWith('@workbench/'),
    )
  }),
)
/** @type {unknown} */
const lockfile = parse(read('pnpm-lock.yaml'))
/** @type {unknown} */
const workspace = parse(read('pnpm-workspace.yaml'))
/** @type {unknown} */
const licences = JSON.parse(await text(process.stdin))
const faults = [
  ...faultsOfLockfile(/** @type {Parameters<typeof faultsOfLockfile>[0]} */ (lockfile)),
  ...faultsOfWorkspace(/** @type {Parameters<typeof faultsOfWorkspace>[0]} */ (workspace)),
  ...faultsOfLicences(/** @type {Parameters<typeof faultsOfLicences>[0]} */ (licences)),
  ...faultsOfDocument(used, read('docs/supply-chain.md')),
]
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
