import { readFileSync } from 'node:fs'

/**
 * Ends this process with a message if it runs in a version of Node.js that is too old for the sources: it cannot parse them.
 * @param {string} root the repository, with a slash at its end
 */
export function requireNode(root) {
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const { engines } = /** @type {{ engines: { node: string } }} */ (manifest)
  const needed = engines.node.replace('>=', '')
  const [minMajor = 0, minMinor = 0] = needed.split('.').map(Number)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return
  console.error(`workbench: needs Node ${needed} or newer; this is ${major}.${minor}`)
  process.exit(2)
}
