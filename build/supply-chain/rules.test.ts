import { faultsOfDocument, faultsOfLicences, faultsOfLockfile, faultsOfWorkspace } from './rules.js'

const integrity = `sha512-${'A'.repeat(86)}==`

test.each([
  [{ 'a@1.0.0': { resolution: { integrity } } }, []],
  [{ 'a@1.0.0': { resolution: {} } }, ['a@1.0.0 has no sha512 checksum']],
  [{ 'a@1.0.0': {} }, ['a@1.0.0 has no sha512 checksum']],
  [{ 'a@1.0.0': { resolution: { integrity: 'sha1-abc' } } }, ['a@1.0.0 has no sha512 checksum']],
  [
    { 'a@1.0.0': { resolution: { integrity, tarball: 'https://elsewhere.example/a.tgz' } } },
    ['a@1.0.0 names its tarball; it must come from the registry that is set'],
  ],
  [{}, ['pnpm-lock.yaml has no packages']],
])('faultsOfLockfile(%j) is %j', (packages, faults) => {
  expect(faultsOfLockfile({ packages })).toEqual(faults)
})

test.each([
  [{ allowBuilds: { esbuild: false, pg: true } }, []],
  [{ allowBuilds: { '*': true } }, ['allowBuilds has *; allow each package by its own name']],
  [{ dangerouslyAllowAllBuilds: true }, ['dangerouslyAllowAllBuilds allows every install script']],
  [{ strictDepBuilds: false }, ['strictDepBuilds is off: a new install script goes unnoticed']],
])('faultsOfWorkspace(%j) is %j', (workspace, faults) => {
  expect(faultsOfWorkspace(workspace)).toEqual(faults)
})

test.each([
  [{ MIT: [{ name: 'a' }] }, []],
  [
    { 'GPL-3.0-only': [{ name: 'a' }, { name: 'b' }] },
    ['a has the licence GPL-3.0-only', 'b has the licence GPL-3.0-only'],
  ],
  [{ Unknown: [{ name: 'a' }] }, ['a has the licence Unknown']],
  [{}, ['No licences were listed']],
])('faultsOfLicences(%j) is %j', (licences, faults) => {
  expect(faultsOfLicences(licences)).toEqual(faults)
})

test('faultsOfDocument() names what has no reason, and reasons for nothing', () => {
  const document = '| dependency | why |\n| `a` | because |\n| `@x/b` | because |\n'
  expect(faultsOfDocument(['a', '@x/b'], document)).toEqual([])
  expect(faultsOfDocument(['a', 'c'], document)).toEqual([
    'docs/supply-chain.md does not say why c is there',
    'docs/supply-chain.md has @x/b, which nothing uses',
  ])
})
