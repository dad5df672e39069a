import { checkDocument, checkLicences, checkLockfile, checkWorkspace } from './rules.js'

const integrity = `sha512-${'A'.repeat(86)}==`

test.each([
  [{ 'a@1.0.0': { resolution: { integrity } } }, []],
  [{ 'a@1.0.0': { resolution: {} } }, ['a@1.0.0 has no sha512 checksum']],
  [{ 'a@1.0.0': {} }, ['a@1.0.0 has no sha512 checksum']],
  [{ 'a@1.0.0': { resolution: { integrity: 'sha1-abc' } } }, ['a@1.0.0 has no sha512 checksum']],
  [
    { 'a@1.0.0': { resolution: { integrity, tarball: 'https://elsewhere.example/a.tgz' } } },
    ['a@1.0.0 has the source tarball; it must come from the configured registry'],
  ],
  [{}, ['no packages are listed']],
])('checkLockfile(%j) returns %j', (packages, problems) => {
  expect(checkLockfile({ packages })).toEqual(problems)
})

test.each([
  [{ allowBuilds: { esbuild: false, pg: true } }, []],
  [{ allowBuilds: { '*': true } }, ['allowBuilds has the pattern *; list each package by its name']],
  [{ dangerouslyAllowAllBuilds: true }, ['dangerouslyAllowAllBuilds allows every install script']],
  [{ strictDepBuilds: false }, ['strictDepBuilds is off: a new install script would only cause a warning']],
])('checkWorkspace(%j) returns %j', (workspace, problems) => {
  expect(checkWorkspace(workspace)).toEqual(problems)
})

test.each([
  [{ MIT: [{ name: 'a' }] }, []],
  [
    { 'GPL-3.0-only': [{ name: 'a' }, { name: 'b' }] },
    ['a has the licence GPL-3.0-only', 'b has the licence GPL-3.0-only'],
  ],
  [{ Unknown: [{ name: 'a' }] }, ['a has the licence Unknown']],
  [{}, ['No licences were listed']],
])('checkLicences(%j) returns %j', (licences, problems) => {
  expect(checkLicences(licences)).toEqual(problems)
})

test('checkDocument() reports used packages without a reason, and reasons for unused packages', () => {
  const document = '| dependency | why |\n| `a` | because |\n| `@x/b` | because |\n'
  expect(checkDocument(['a', '@x/b'], document)).toEqual([])
  expect(checkDocument(['a', 'c'], document)).toEqual([
    'docs/supply-chain.md gives no reason for c',
    'docs/supply-chain.md lists @x/b, which is not used',
  ])
})
