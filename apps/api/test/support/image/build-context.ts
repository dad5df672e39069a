import { cpSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

import picomatch from 'picomatch'

/**
 * Copies the files of a directory that a `.dockerignore` leaves in the context of `docker build`. As in Docker, the last
 * pattern that matches a path or one of its folders decides.
 */
export function copyBuildContext(root: string, dockerignore: string, target: string): void {
  const rules = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isIncluded = line.startsWith('!')
      const pattern = line.slice(isIncluded ? 1 : 0).replace(/^\/|\/$/g, '')
      return { isIncluded, pattern, matches: picomatch([pattern, `${pattern}/**`], { dot: true }) }
    })
  const includes = (path: string): boolean =>
    rules.findLast(({ matches }) => matches(path))?.isIncluded ?? true
  const includesBelow = (folder: string): boolean =>
    rules.some(({ isIncluded, pattern }) => isIncluded && pattern.startsWith(`${folder}/`))
  const copyFolder = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name).split(sep).join('/')
      if (entry.isDirectory()) {
        if (includes(path) || includesBelow(path)) copyFolder(path)
      } else if (includes(path)) {
        cpSync(join(root, path), join(target, path), { verbatimSymlinks: true })
      }
    }
  }
  copyFolder('')
}
