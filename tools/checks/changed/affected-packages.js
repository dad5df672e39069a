import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A package of the workspace: its folder, and those of the packages that it imports, bundles or tests.
 * @typedef {{ readonly folder: string, readonly uses: readonly string[] }} Package
 */

/**
 * What packages use without naming it in their manifest. `packages` stands for all folders in it.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const OTHER_USES = {
  'apps/cli': ['apps/hooks', 'apps/mcp'],
  // It is published with the package above it.
  'packages/contracts': ['packages/compatibility'],
  // They execute the recipes of CONTRIBUTING.md in a copy of the repository.
  docs: ['packages', 'apps'],
  tools: ['packages', 'apps/cli', 'apps/hooks', 'apps/mcp'],
  bench: ['packages', 'apps', 'evaluation'],
  evaluation: ['packages', 'apps'],
}

/**
 * Files outside of the packages, and the package that uses them. Any other file can affect everything.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const OWNERS = [
  [/^(schemas|docs\/examples)\//, 'packages/contracts'],
  [/^plugins\//, 'apps/hooks'],
  [/^(action\.yml|\.pre-commit-hooks\.yaml)$/, 'apps/cli'],
  [/^(deploy\/|Dockerfile$|\.dockerignore$|compose\.yaml$)/, 'apps/api'],
  [/^(docs\/|[^/]+\.md$|\.github\/|\.changeset\/)/, 'docs'],
  [/^bench\//, 'bench'],
  [/^evaluation\//, 'evaluation'],
]

/**
 * The packages of the repository, and the folders of its other tests.
 * @param {string} root
 * @returns {Package[]}
 */
export function readPackages(root) {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  const manifests = folders.map((folder) => {
    /** @type {unknown} */
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const { name, dependencies, devDependencies } =
      /** @type {{ name: string, dependencies?: object, devDependencies?: object }} */ (manifest)
    return { folder, name, names: Object.keys({ ...dependencies, ...devDependencies }) }
  })
  const folderOf = new Map(manifests.map(({ name, folder }) => [name, folder]))
  return [
    ...manifests.map(({ folder, names }) => ({
      folder,
      uses: [...names.flatMap((name) => folderOf.get(name) ?? []), ...(OTHER_USES[folder] ?? [])],
    })),
    ...['docs', 'tools', 'bench', 'evaluation'].map((folder) => ({ folder, uses: OTHER_USES[folder] ?? [] })),
  ]
}

/**
 * The folders of the packages that changed files can affect: those that have a file, and those that use them. Undefined if
 * a file can affect everything.
 * @param {readonly string[]} files relative to the repository, with slashes
 * @param {readonly Package[]} packages
 * @returns {ReadonlySet<string> | undefined}
 */
export function affectedPackages(files, packages) {
  const owners = files.map((file) => ownerOf(file, packages))
  if (owners.includes(undefined)) return undefined
  const affected = new Set(owners.filter((owner) => owner !== undefined))
  for (let size = -1; size !== affected.size;) {
    size = affected.size
    for (const { folder, uses } of packages)
      if (uses.some((used) => [...affected].some((name) => `${name}/`.startsWith(`${used}/`))))
        affected.add(folder)
  }
  return affected
}

/**
 * @param {string} file
 * @param {readonly Package[]} packages
 */
function ownerOf(file, packages) {
  const owner = OWNERS.find(([pattern]) => pattern.test(file))?.[1]
  return owner ?? packages.find(({ folder }) => folder !== 'tools' && file.startsWith(`${folder}/`))?.folder
}
