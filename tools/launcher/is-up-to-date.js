import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether nothing below `inputs` changed since `built` was written. The ctime counts, because programs can set the mtime:
 * `cp -p` and `tar` do. A folder changes when a file in it is added, deleted or renamed.
 * @param {string} built a file whose mtime is the start of the build
 * @param {readonly string[]} inputs files and folders; links below them are not followed
 */
export function isUpToDate(built, inputs) {
  const time = statSync(built, { throwIfNoEntry: false })?.mtimeMs
  return time !== undefined && inputs.every((path) => isOlder(path, time))
}

/**
 * @param {string} path
 * @param {number} time
 * @returns {boolean}
 */
function isOlder(path, time) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.ctimeMs >= time) return false
  if (!stat.isDirectory()) return true
  return readdirSync(path, { withFileTypes: true }).every(
    (entry) => entry.isSymbolicLink() || isOlder(join(path, entry.name), time),
  )
}
