import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of a V8 processor profile that are used here: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

/** In the name of a file: date, time, process, thread (0 is the main one), number. */
const OF_MAIN_THREAD = /^CPU\.\d+\.\d+\.\d+\.0+\./

/**
 * Reads the profile of the main thread from the directory into which Node.js wrote it, and returns the share of the
 * processor time of each part of the program, largest first. Benchmarks themselves and the loading of modules do not count.
 */
export function sharesOf(directory: string): [part: string, share: number][] {
  const file = readdirSync(directory).find((name) => OF_MAIN_THREAD.test(name))
  if (file === undefined) throw new Error(`${directory} has no profile`)
  const profile = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Profile
  const times = new Map<string, number>()
  const parts = partsOf(profile.nodes)
  for (const [index, id] of profile.samples.entries()) {
    const part = parts.get(id)
    if (part !== undefined) times.set(part, (times.get(part) ?? 0) + (profile.timeDeltas[index] ?? 0))
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0)
  return [...times].map(([part, time]): [string, number] => [part, time / total]).sort((a, b) => b[1] - a[1])
}

/** The part of the program to which the samples of each node belong: that of the innermost frame that belongs to one. */
function partsOf(nodes: readonly ProfileNode[]): Map<number, string | undefined> {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node])))
  return new Map(
    nodes.map((node) => {
      let part
      for (let frame: ProfileNode | undefined = node; frame && part === undefined;)
        [part, frame] = [partOf(frame), parents.get(frame.id)]
      return [node.id, part === 'left out' ? undefined : part]
    }),
  )
}

function partOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string | undefined {
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (/^\((idle|program|root)\)$/.test(functionName) || url.startsWith('node:internal/modules/'))
    return 'left out'
  // The expressions and functions that V8 compiles from strings have lines; its own functions have none.
  if (url === '') return lineNumber < 0 ? undefined : 'generated code'
  const [, dependency] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (dependency !== undefined) return dependency
  const [, project, folder] = /\/(?:packages|apps)\/([^/]+)\/src\/(?:(.*)\/)?[^/]+$/.exec(url) ?? []
  if (project !== undefined) return folder === undefined ? project : `${project}/${folder}`
  if (/\/dist\/hook\/[^/]+$/.test(url)) return 'hook'
  if (/\/bench\/|\/build\//.test(url)) return 'left out'
  return /^node:(?!internal)/.test(url) ? url : undefined
}
