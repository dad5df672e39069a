import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Random } from './random.ts'
import { type Defect, seedArea } from './seed-area.ts'

const program = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url))

interface CheckResult {
  /** Number of areas with a defect, by its name. */
  readonly defects: ReadonlyMap<string, number>
  /** Number of areas without one. */
  readonly withoutDefect: number
  /** What was not found, and what was found without a reason. */
  readonly failures: readonly string[]
}

/**
 * Creates working areas, every second one with a false claim in a handoff or a broken rule, and runs `workbench board --check` in each.
 * @param seed of the first area; the others have the next ones
 */
export async function checkAreas(count: number, seed: number): Promise<CheckResult> {
  const folder = mkdtempSync(join(tmpdir(), 'workbench-areas-'))
  const defects = new Map<string, number>()
  const failures: string[] = []
  let withoutDefect = 0
  let next = 0
  const work = async () => {
    for (let index = next++; index < count; index = next++) {
      const root = join(folder, String(index))
      const defect = seedArea(root, new Random(seed + index), index % 2 === 1)
      const failure = compare(defect, await checkBoard(root))
      if (failure !== undefined) failures.push(`seed ${seed + index}: ${failure}`)
      if (defect) defects.set(defect.name, (defects.get(defect.name) ?? 0) + 1)
      else withoutDefect++
      rmSync(root, { recursive: true })
    }
  }
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, work))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { defects, withoutDefect, failures }
}

interface Found {
  readonly path: string
  readonly violations?: readonly { path: string }[]
  readonly advice?: readonly { path: string; rule: string }[]
}

/** The files with violations or advice, by the built command. */
const checkBoard = (root: string): Promise<Found[]> =>
  new Promise((resolve, reject) => {
    const options = { cwd: root, env: { PATH: process.env['PATH'], WORKBENCH_ROOT: root } }
    execFile(
      process.execPath,
      [program, 'board', '--check', '--format', 'json'],
      options,
      (error, stdout) => {
        if (stdout === '') return reject(error ?? new Error('The command printed nothing'))
        const { invalid, advised } = JSON.parse(stdout) as Record<'invalid' | 'advised', Found[]>
        resolve([...invalid, ...advised])
      },
    )
  })

/** What is wrong with the result, if anything. */
function compare(defect: Defect | undefined, found: readonly Found[]): string | undefined {
  const paths = found.flatMap(({ path: file, violations = [], advice = [] }) =>
    // Texts are those of the examples of the contracts.
    [...violations, ...advice.filter(({ rule }) => rule !== 'placeholder')].map(
      ({ path }) => `${file}#${path}`,
    ),
  )
  if (!defect) return paths.length === 0 ? undefined : `false alarm: ${paths.join(', ')}`
  const expected = `${defect.file}#${defect.path}`
  if (!paths.some((path) => path.startsWith(expected))) return `${defect.name} was not found`
  const others = paths.filter((path) => !path.startsWith(`${defect.file}#`))
  return others.length === 0 ? undefined : `false alarm beside ${defect.name}: ${others.join(', ')}`
}
