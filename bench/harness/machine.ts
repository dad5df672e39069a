import { readFileSync } from 'node:fs'
import { cpus, totalmem, type } from 'node:os'

/** What the figures of a section hang on. */
export interface Setting {
  /** The version of Node, as `process.version` has it. */
  readonly node: string
  /** The peers, by name, with their versions. */
  readonly peers: Readonly<Record<string, string>>
  /** The day of the run. */
  readonly day: Date
}

/** One paragraph: when and on what the section was measured, and beside whom. */
export function describeSetting({ node, peers, day }: Setting): string {
  const processors = cpus()
  const model = processors[0]?.model.trim().replaceAll(/\s+/g, ' ') ?? 'unknown processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  const machine = `${processors.length} cores of ${model}, ${memory} GiB, ${type()}, Node ${node.replace('v', '')}`
  const beside = Object.entries(peers).map(([name, version]) => `${name} ${version}`)
  return `Measured on ${day.toISOString().slice(0, 10)}: ${machine}; ${beside.join(', ')}.`
}

/** The version of a package that is installed beside the benchmarks, or in another `node_modules`. */
export function installedVersion(
  name: string,
  modules: URL = new URL('../node_modules/', import.meta.url),
): string {
  const { version } = JSON.parse(readFileSync(new URL(`${name}/package.json`, modules), 'utf8')) as {
    version: string
  }
  return version
}
