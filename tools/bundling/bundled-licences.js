import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { checkLicences } from '../checks/supply-chain/rules.js'

/**
 * Rolldown plugin that writes the licences of all packages in a bundle to `THIRD-PARTY-LICENSES.txt`, as the licences
 * require. Fails if one is not allowed: `supply-chain/` reads the dependencies of each package, and bundled ones are
 * none.
 * @type {import('rolldown').Plugin}
 */
export const bundledLicences = {
  name: 'bundled-licences',
  generateBundle() {
    const folders = new Set([...this.getModuleIds()].flatMap((file) => packageFolder(file) ?? []))
    const packages = [...folders].map(describe).sort((a, b) => (a.title < b.title ? -1 : 1))
    const problems = packages.flatMap(({ title, licence }) => checkLicences({ [licence]: [{ name: title }] }))
    if (problems.length > 0) throw new Error(problems.join('\n'))
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source: notices(packages) })
  },
}

/**
 * Each text once, below the titles of all packages that have it.
 * @param {readonly ReturnType<typeof describe>[]} packages
 */
function notices(packages) {
  /** @type {Map<string, string[]>} */
  const titlesByText = new Map()
  for (const { title, licence, text } of packages) {
    const titles = titlesByText.get(text) ?? []
    titlesByText.set(text, [...titles, `${title} (${licence})`])
  }
  return [...titlesByText].map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`).join('\n---\n\n')
}

/**
 * The folder of the installed package that contains the file; undefined for a file of this repository.
 * @param {string} file
 */
function packageFolder(file) {
  if (!file.includes('/node_modules/')) return undefined
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    // Folders inside a package can have a package.json without a name, which only sets the module system.
    if (existsSync(join(folder, 'package.json')) && manifestIn(folder).name) return folder
  }
}

/** @param {string} folder */
function manifestIn(folder) {
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return /** @type {{ name?: string, version?: string, license?: string }} */ (manifest)
}

/** @param {string} folder */
function describe(folder) {
  const { name, version, license = 'no licence' } = manifestIn(folder)
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  if (!file) throw new Error(`${folder} has no file with its licence`)
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trimEnd()
  return { title: `${name} ${version}`, licence: license, text }
}
