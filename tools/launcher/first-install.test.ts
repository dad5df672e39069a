import { readFileSync } from 'node:fs'
import { join } from 'node:path/posix'

import { parse } from 'yaml'

import { PACKAGES } from './install-missing.js'

type Versions = Readonly<Record<string, string>>
type Dependencies = Readonly<Record<string, { readonly version: string }>>

interface Lockfile {
  readonly importers: Readonly<
    Record<string, { readonly dependencies?: Dependencies; readonly devDependencies?: Dependencies }>
  >
  readonly packages: Readonly<
    Record<string, { readonly os?: string[]; readonly cpu?: string[]; readonly libc?: string[] }>
  >
  readonly snapshots: Readonly<
    Record<string, { readonly dependencies?: Versions; readonly optionalDependencies?: Versions }>
  >
}

/** What `pnpm workbench` installs in a fresh clone: pnpm always installs the root as well. */
const INSTALLED = ['.', ...PACKAGES]
const MAX_PACKAGES = 50

const { importers, packages, snapshots } = parse(
  readFileSync(new URL('../../pnpm-lock.yaml', import.meta.url), 'utf8'),
) as Lockfile

function versionsOf(importer: string): [name: string, version: string][] {
  const { dependencies, devDependencies } = importers[importer] ?? {}
  return Object.entries({ ...dependencies, ...devDependencies }).map(([name, { version }]) => [name, version])
}

/** The packages of this repository that a package imports, itself included. */
function importedBy(importer: string): Set<string> {
  const links = versionsOf(importer).flatMap(([, version]) => /^link:(.*)/.exec(version)?.[1] ?? [])
  return new Set([importer, ...links.flatMap((link) => [...importedBy(join(importer, link))])])
}

/** Whether a package is for this kind of computer: Linux with glibc on x64, or any. */
function isForLinux(snapshot: string): boolean {
  const { os, cpu, libc } = packages[snapshot.replace(/\(.*/, '')] ?? {}
  return [os ?? 'linux', cpu ?? 'x64', libc ?? 'glibc'].every((list, index) =>
    list.includes(['linux', 'x64', 'glibc'][index] ?? ''),
  )
}

function installed(): Set<string> {
  const found = new Set<string>()
  const add = (name: string, version: string): void => {
    const snapshot = `${name}@${version}` in snapshots ? `${name}@${version}` : version
    const { dependencies, optionalDependencies } = snapshots[snapshot] ?? {}
    if (!(snapshot in snapshots) || found.has(snapshot) || !isForLinux(snapshot)) return
    found.add(snapshot)
    for (const entry of Object.entries({ ...dependencies, ...optionalDependencies })) add(...entry)
  }
  for (const version of INSTALLED.flatMap(versionsOf)) add(...version)
  return found
}

describe('the first use of pnpm workbench', () => {
  it('installs every package with dependencies that the command imports', () => {
    const withDependencies = [...importedBy('apps/cli')].filter(
      (name) => name === 'apps/cli' || importers[name]?.dependencies !== undefined,
    )
    // What only tests import is not installed.
    expect(withDependencies.filter((name) => name !== 'packages/test-support').toSorted()).toEqual(PACKAGES)
  })

  it(`installs at most ${MAX_PACKAGES} packages, and none that only builds or tests`, () => {
    const names = [...installed()].map((snapshot) => snapshot.replace(/(.)@.*/, '$1'))
    expect(names).toEqual(expect.arrayContaining(['tsx', 'yargs']))
    expect(names.length).toBeLessThanOrEqual(MAX_PACKAGES)
    for (const name of ['jest', 'oxlint', 'rolldown', 'typescript']) expect(names).not.toContain(name)
  })
})
