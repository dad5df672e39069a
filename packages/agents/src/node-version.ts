/** The oldest version of Node.js that the programs run on. */
export const MIN_NODE_VERSION = [20, 19] as const

/** Why a version of Node.js, as `20.19.0`, cannot run the programs; undefined if it can. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [minMajor, minMinor] = MIN_NODE_VERSION
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined
  return `needs Node ${MIN_NODE_VERSION.join('.')} or newer; this is ${major}.${minor}`
}
