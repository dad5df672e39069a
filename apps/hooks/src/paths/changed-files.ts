import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'

import { AREA_FOLDER, listJsonFiles } from '@workbench/workspace'

import { isArtifactName } from './candidate-paths.ts'

/** Limits for one event: paths in scripts, and names in the folders that are listed. */
const MAX_MENTIONS = 300
const MAX_NAMES = 2000

interface SearchFolders {
  /** The agent's current directory. */
  readonly cwd: string
  readonly root: string
  /** The home directory. */
  readonly home: string | undefined
  /** The folders that the scripts enter, relative to `cwd`. */
  readonly folders: readonly string[]
}

/**
 * The `.json` files outside of the project's working area that changed while scripts ran, as absolute paths. Looks where a
 * script that is not understood probably writes: at the paths in its text, in their folders, below the folders that it
 * names, and in the folders where it runs. Reads no file.
 * @param since start of the scripts, in milliseconds since 1970
 */
export function changedFiles(
  scripts: readonly string[],
  { cwd, root, home, folders }: SearchFolders,
  since: number,
): string[] {
  const found = new Set<string>()
  const listed = new Set<string>()
  let names = 0
  // After a script, an agent reports the folder that it has entered, or the one in which it began.
  const bases = [
    ...new Set([cwd, root, ...folders.flatMap((folder) => [resolve(cwd, folder), resolve(root, folder)])]),
  ]
  for (const base of bases) addFolder(base)
  for (const mention of mentionsIn(scripts, home)) for (const base of bases) addPath(resolve(base, mention))
  const area = join(root, AREA_FOLDER) + sep
  return [...found].filter((file) => !file.startsWith(area))

  function addPath(path: string): void {
    const stat = statOf(path)
    if (!stat) addFolder(dirname(path))
    else if (!stat.isDirectory()) addFile(path, stat)
    else if (bases.some((base) => `${base}${sep}`.startsWith(`${path}${sep}`))) addFolder(path)
    else addTree(path)
  }

  function addFile(path: string, stat: Stats): void {
    if (!isArtifactName(path)) return
    // Of a link, the time of its target, and of the link itself.
    const linkStat = lstatSync(path, { throwIfNoEntry: false })
    if (Math.max(stat.ctimeMs, linkStat?.ctimeMs ?? 0) >= since) found.add(path)
  }

  function addFolder(folder: string): void {
    if (listed.has(folder)) return
    listed.add(folder)
    for (const name of namesIn(folder).slice(0, MAX_NAMES - names)) {
      names++
      const path = join(folder, name)
      const stat = isArtifactName(name) ? statOf(path) : undefined
      if (stat?.isFile() === true) addFile(path, stat)
    }
  }

  function addTree(folder: string): void {
    if (listed.has(`${folder}${sep}`) || names >= MAX_NAMES) return
    listed.add(`${folder}${sep}`)
    const { files, count } = listTree(folder, since, MAX_NAMES - names)
    names += count
    for (const file of files) found.add(file)
  }
}

function listTree(folder: string, changedSince: number, limit: number): { files: string[]; count: number } {
  try {
    const { files, count } = listJsonFiles(folder, { changedSince, limit })
    return {
      files: files
        .filter(({ isLinkedFolder }) => !isLinkedFolder)
        .map(({ segments }) => join(folder, ...segments)),
      count,
    }
  } catch {
    return { files: [], count: 0 }
  }
}

/** The texts in scripts that can be paths; those that most look like one come first. Patterns and variables are cut off. */
function mentionsIn(scripts: readonly string[], home: string | undefined): string[] {
  const words = new Set(scripts.flatMap((script) => script.split(/[\s"'`;|&<>(),=]+/)))
  const paths = [...words].flatMap((word) => {
    const path = word
      .replace(/^file:\/\//, '')
      .replace(/^(\$PWD|\$\{PWD\})\//, './')
      .replace(/^(~|\$HOME|\$\{HOME\})\//, `${home ?? ''}/`)
    // The default of a variable, as ${OUT:-a.json}, and the names in a patch, as b/a.json.
    const inner = /[{:]/.test(path) ? path.split(/[{}:]-?/) : [path.replace(/^[ab]\//, '')]
    return [path.replace(/[^/]*[$*?[{].*$/s, '') || '.', ...inner]
  })
  return [...new Set(paths)]
    .filter((path) => path.length < 4096 && !path.startsWith('-') && !path.includes('\0'))
    .sort((a, b) => likelihood(b) - likelihood(a))
    .slice(0, MAX_MENTIONS)
}

const likelihood = (path: string): number => (isArtifactName(path) ? 2 : path.includes('/') ? 1 : 0)

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
