import { readFileSync } from 'node:fs'

import { parse } from 'yaml'

type Versions = Readonly<Record<string, string>>

interface Lockfile {
  readonly importers: Readonly<
    Record<string, { readonly devDependencies?: Record<string, { version: string }> }>
  >
  readonly packages: Readonly<
    Record<string, { readonly os?: string[]; readonly cpu?: string[]; readonly libc?: string[] }>
  >
  readonly snapshots: Readonly<
    Record<string, { readonly dependencies?: Versions; readonly optionalDependencies?: Versions }>
  >
}

/** What `pnpm workbench` installs in a fresh clone: pnpm always installs the root as well. */
const INSTALLED = ['.', 'apps/cli', 'apps/hooks', 'packages/workspace']
const MAX_PACKAGES = 425

const { importers, packages, snapshots } = parse(
  readFileSync(new URL('../../pnpm-lock.yaml', import.meta.url), 'utf8'),
) as Lockfile

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
  for (const importer of INSTALLED)
    for (const [name, { version }] of Object.entries(importers[importer]?.devDependencies ?? {}))
      add(name, version)
  return found
}

test(`the first use of pnpm workbench installs at most ${MAX_PACKAGES} packages`, () => {
  const { size } = installed()
  expect(size).toBeGreaterThan(100)
  expect(size).toBeLessThanOrEqual(MAX_PACKAGES)
})
