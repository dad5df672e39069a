/** Licences that ask for nothing but their text and the names. Another one is looked at, and added here or not used. */
const LICENCES = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Python-2.0',
  '0BSD',
])

/**
 * What in a lockfile lets something else be installed than what was looked at: an entry without a checksum, or one
 * that names where it comes from.
 * @param {{ packages?: Record<string, { resolution?: Record<string, unknown> }> }} lockfile
 * @returns {string[]}
 */
export function faultsOfLockfile({ packages = {} }) {
  if (Object.keys(packages).length === 0) return ['pnpm-lock.yaml has no packages']
  return Object.entries(packages).flatMap(([name, { resolution = {} }]) => {
    const { integrity, ...places } = resolution
    return [
      ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(String(integrity)) ? [] : [`${name} has no sha512 checksum`]),
      ...Object.keys(places).map(
        (place) => `${name} names its ${place}; it must come from the registry that is set`,
      ),
    ]
  })
}

/**
 * What in the settings of the workspace lets a script run at installation that is not allowed by name.
 * @param {{ allowBuilds?: Record<string, unknown>, [setting: string]: unknown }} workspace
 * @returns {string[]}
 */
export function faultsOfWorkspace({ allowBuilds = {}, ...settings }) {
  return [
    ...(settings['dangerouslyAllowAllBuilds']
      ? ['dangerouslyAllowAllBuilds allows every install script']
      : []),
    ...(settings['strictDepBuilds'] === false
      ? ['strictDepBuilds is off: a new install script goes unnoticed']
      : []),
    ...Object.keys(allowBuilds)
      .filter((name) => name.includes('*'))
      .map((name) => `allowBuilds has ${name}; allow each package by its own name`),
  ]
}

/**
 * Packages whose licence is not on the list.
 * @param {Record<string, { name: string }[]>} byLicence as `pnpm licenses list --json` prints it
 * @returns {string[]}
 */
export function faultsOfLicences(byLicence) {
  if (Object.keys(byLicence).length === 0) return ['No licences were listed']
  return Object.entries(byLicence)
    .filter(([licence]) => !LICENCES.has(licence))
    .flatMap(([licence, packages]) => packages.map(({ name }) => `${name} has the licence ${licence}`))
}

/**
 * Runtime dependencies that the document does not give a reason for, and reasons for what is not used.
 * @param {string[]} used
 * @param {string} document the table is before its second heading
 * @returns {string[]}
 */
export function faultsOfDocument(used, document) {
  const listed = new Set(
    [...(document.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => String(name)),
  )
  const names = new Set(used)
  return [
    ...[...names]
      .filter((name) => !listed.has(name))
      .map((name) => `docs/supply-chain.md does not say why ${name} is there`),
    ...[...listed]
      .filter((name) => !names.has(name))
      .map((name) => `docs/supply-chain.md has ${name}, which nothing uses`),
  ]
}
