import { readFileSync } from 'node:fs'
import { cpus, totalmem, type } from 'node:os'

/** The conditions under which a section was measured. */
export interface Environment {
  /** `process.version` of Node.js. */
  readonly node: string
  /** Versions of the peers, by name. */
  readonly peers: Readonly<Record<string, string>>

  readonly day: Date
}

/** Returns one sentence with the date, the machine, the Node.js version and the versions of the peers. */
export function describeEnvironment({ node, peers, day }: Environment): string {
  const processors = cpus()
  const model = processors[0]?.model.trim().replaceAll(/\s+/g, ' ') ?? 'unknown processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  const machine = `${processors.length} cores of ${model}, ${memory} GiB, ${type()}, Node ${node.replace('v', '')}`
  const beside = Object.entries(peers).map(([name, version]) => `${name} ${version}`)
  return `Measured on ${day.toISOString().slice(0, 10)}: ${machine}; ${beside.join(', ')}.`
}

/** Returns the version of a package installed for the benchmarks, or in another `node_modules` directory. */
export function installedVersion(
  name: string,
  modules: URL = new URL('../node_modules/', import.meta.url),
): string {
  const { version } = JSON.parse(readFileSync(new URL(`${name}/package.json`, modules), 'utf8')) as {
    version: string
  }
  return version
}
