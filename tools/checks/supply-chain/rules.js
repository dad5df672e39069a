/** Permissive licences, which require attribution only. Review any other licence before adding it. */
const LICENCES = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Python-2.0',
  'PSF-2.0',
  '0BSD',
])

/**
 * Reports entries whose content could change without a change of the lockfile: without a checksum, or with a source other
 * than the configured registry.
 * @param {{ packages?: Record<string, { resolution?: Record<string, unknown> }> }} lockfile
 * @returns {string[]}
 */
export function checkLockfile({ packages = {} }) {
  if (Object.keys(packages).length === 0) return ['no packages are listed']
  return Object.entries(packages).flatMap(([name, { resolution = {} }]) => {
    const { integrity, ...sources } = resolution
    return [
      ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(String(integrity)) ? [] : [`${name} has no sha512 checksum`]),
      ...Object.keys(sources).map(
        (source) => `${name} has the source ${source}; it must come from the configured registry`,
      ),
    ]
  })
}

/**
 * Reports settings that allow install scripts of packages that `allowBuilds` does not list by name.
 * @param {{ allowBuilds?: Record<string, unknown>, [setting: string]: unknown }} workspace
 * @returns {string[]}
 */
export function checkWorkspace({ allowBuilds = {}, ...settings }) {
  return [
    ...(settings['dangerouslyAllowAllBuilds']
      ? ['dangerouslyAllowAllBuilds allows every install script']
      : []),
    ...(settings['strictDepBuilds'] === false
      ? ['strictDepBuilds is off: a new install script would only cause a warning']
      : []),
    ...Object.keys(allowBuilds)
      .filter((name) => name.includes('*'))
      .map((name) => `allowBuilds has the pattern ${name}; list each package by its name`),
  ]
}

/**
 * Reports packages whose licence is not in the list.
 * @param {Record<string, { name: string }[]>} byLicence as `pnpm licenses list --json` prints it
 * @returns {string[]}
 */
export function checkLicences(byLicence) {
  if (Object.keys(byLicence).length === 0) return ['No licences were listed']
  return Object.entries(byLicence)
    .filter(([licence]) => !LICENCES.has(licence))
    .flatMap(([licence, packages]) => packages.map(({ name }) => `${name} has the licence ${licence}`))
}

/**
 * Reports runtime dependencies that are missing in the table of the document, and rows for packages that are not used.
 * @param {string[]} used
 * @param {string} document Markdown; the table is before its second heading
 * @returns {string[]}
 */
export function checkDocument(used, document) {
  const listed = new Set(
    [...(document.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => String(name)),
  )
  const names = new Set(used)
  return [
    ...[...names]
      .filter((name) => !listed.has(name))
      .map((name) => `docs/supply-chain.md gives no reason for ${name}`),
    ...[...listed]
      .filter((name) => !names.has(name))
      .map((name) => `docs/supply-chain.md lists ${name}, which is not used`),
  ]
}
