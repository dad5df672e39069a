import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { describeEnvironment, installedVersion } from '../harness/describe-environment.ts'
import { dotPlot } from '../harness/dot-plot.ts'
import { figure, withSpread } from '../harness/format-figures.ts'
import { publish } from '../harness/publish.ts'
import { runProcess } from '../harness/run-process.ts'
import { summarize } from '../harness/statistics.ts'
import { table } from '../harness/table.ts'
import { BROKEN, MALFORMED, writeArea, writeArtifacts, writeBroken } from './corpus.ts'
import { projectPages } from './projects.ts'
import { writeFacts } from './write-facts.ts'

/*
 * pnpm bench growth [--quick]
 *
 * Measures what grows with the work: each row with a small and a large number of facts, artifacts, items or projects. The
 * exponent is 1 if the time grows as the number does, and 2 if it grows with its square; the time of an empty area, most of
 * which is the start of Node, is subtracted before.
 */

const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values
const rounds = quick ? 2 : 3
const scale = quick ? 10 : 1
const FACTS = [10_000 / scale, 100_000 / scale]
const ARTIFACTS = [1_000 / scale, 10_000 / scale]
/** As many artifacts as facts; the hook at Stop validates them all, and has a deadline. */
const VALIDATED = [200, 2_000]
/** Items with a mistake, of one artifact. */
const MISTAKES = [700 / scale, 7_000 / scale]
const PROJECTS = [1_000, 1_000_000 / scale]

interface Row {
  readonly name: string
  readonly counts: readonly number[]
  /** Milliseconds: processor time of a process; for calls of a running process, elapsed time. */
  readonly samples: readonly (readonly number[])[]
  /** The same with an empty area; 0 for calls of a running process. */
  readonly start?: readonly number[] | undefined
  /** Of the large number, in MiB. */
  readonly memory?: number
  readonly goal: string
}

const repository = fileURLToPath(new URL('../..', import.meta.url))
const workbench = join(repository, 'apps/cli/dist/main.cjs')
const hook = join(repository, 'plugins/workbench-core/dist/hook/hook.cjs')
const peak = join(repository, 'bench/files/measured/peak.js')
const directory = mkdtempSync(join(tmpdir(), 'workbench-growth-'))

try {
  await measure()
} finally {
  rmSync(directory, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const areas = ARTIFACTS.map((artifacts, index) => {
    const root = join(directory, String(artifacts))
    writeArea(root, artifacts, FACTS[index] ?? 0)
    writeBroken(root, MISTAKES[index] ?? 0)
    return root
  })
  const empty = join(directory, 'empty')
  writeArea(empty, 0, 0)
  writeBroken(empty, 0)
  const roots = [empty, ...areas]
  const validated = [empty, ...VALIDATED.map((count) => join(directory, `validated-${count}`))]
  for (const [index, count] of VALIDATED.entries()) writeArea(validated[index + 1] ?? '', count, count)
  const rows: Row[] = [
    await command('workbench facts', FACTS, roots, [workbench, 'facts'], '2,000 ms, 150 MiB'),
    await command('workbench facts --check', FACTS, roots, [workbench, 'facts', '--check'], 'linear'),
    await command('workbench board', ARTIFACTS, roots, [workbench, 'board'], '1,500 ms'),
    await command('workbench fix, violations', MISTAKES, roots, [workbench, 'fix', BROKEN], 'linear'),
    await command('workbench fix, syntax errors', MISTAKES, roots, [workbench, 'fix', MALFORMED], 'linear'),
    await event('hook at SessionStart', FACTS, roots, 'SessionStart', 'linear'),
    await event('hook at Stop', VALIDATED, validated, 'Stop', '2,000 ms'),
    await event('hook after a shell command', FACTS, roots, 'PostToolUse', 'linear', changeFiles),
    await writes([empty, areas[1] ?? '']),
    ...(await pages()),
  ]
  const body = [
    describeEnvironment({
      node: process.version,
      peers: { pg: installedVersion('pg') },
      day: new Date(),
    }),
    table(
      ['', 'small', 'large', 'ms, small', 'ms, large', 'exponent', 'MiB, large', 'goal'],
      rows.map(cells),
    ),
  ].join('\n\n')
  process.stdout.write(`${body}\n`)
  if (quick) return
  const chart = dotPlot({
    title: 'The same with ten or more times the work',
    axis: 'milliseconds; less is better',
    rows: rows.map(({ name }) => name),
    series: ['large', 'small'].map((name, index) => ({
      name,
      values: rows.map(({ samples }) => summarize(samples[1 - index] ?? [])),
    })),
  })
  await publish({ name: 'growth', caption: 'Milliseconds with little and with much work', chart, body })
}

/** Measures the processor time of a command in all areas, in turn, and its memory in the large one. */
async function command(
  name: string,
  counts: readonly number[],
  roots: readonly string[],
  args: readonly string[],
  goal: string,
): Promise<Row> {
  let memory = 0
  const [start, ...samples] = await inTurn(roots, async (root) => {
    const { stderr, processor } = await run(name, root, ['--import', peak, ...args], '')
    memory = Number(stderr.trim().split('\n').at(-1)) / 1024
    return processor
  })
  return { name, counts, start, samples, memory, goal }
}

/** Measures the processor time of the hook for an event, after `prepare` has changed the area. */
async function event(
  name: string,
  counts: readonly number[],
  roots: readonly string[],
  eventName: string,
  goal: string,
  prepare: (root: string) => void = () => undefined,
): Promise<Row> {
  const [start, ...samples] = await inTurn(roots, async (root) => {
    prepare(root)
    const input = JSON.stringify({
      hook_event_name: eventName,
      cwd: root,
      ...(eventName === 'PostToolUse' && {
        tool_name: 'Bash',
        tool_input: { command: 'make' },
        duration_ms: 100,
      }),
    })
    return (await run(name, root, [hook], input)).processor
  })
  return { name, counts, start, samples, goal }
}

/** Calls a function with each area in each round, after a first one that does not count. */
async function inTurn(
  roots: readonly string[],
  sample: (root: string) => Promise<number>,
): Promise<number[][]> {
  const samples: number[][] = roots.map(() => [])
  for (let round = 0; round <= rounds; round++)
    for (const [index, root] of roots.entries()) {
      const value = await sample(root)
      if (round > 0) samples[index]?.push(value)
    }
  return samples
}

async function run(
  name: string,
  root: string,
  args: readonly string[],
  input: string,
): ReturnType<typeof runProcess> {
  const env = { ...process.env, WORKBENCH_ROOT: root }
  const result = await runProcess(process.execPath, args, { cwd: root, env, input })
  if (result.status !== 0)
    throw new Error(`${name} exited with ${result.status}: ${result.stderr.slice(0, 500)}`)
  return result
}

/** Replaces ten artifacts. */
function changeFiles(root: string): void {
  writeArtifacts(root, 0, 10)
}

async function writes(roots: readonly string[]): Promise<Row> {
  const samples = []
  for (const root of roots) samples.push(await writeFacts(root, quick ? 20 : 200, process))
  return {
    name: 'memory_write',
    counts: [0, FACTS[1] ?? 0],
    samples,
    goal: 'twice the small one',
  }
}

async function pages(): Promise<Row[]> {
  const measured = await projectPages(PROJECTS, rounds, process.env['BENCH_DATABASE_URL'])
  const row = (name: string, of: 'all' | 'active'): Row => ({
    name,
    counts: PROJECTS,
    samples: PROJECTS.map((count) => measured.get(count)?.[of] ?? []),
    goal: 'twice the small one',
  })
  return [row('GET /projects, first page', 'all'), row('GET /projects?status=ACTIVE, first page', 'active')]
}

function cells({ name, counts, start = [0], samples, memory, goal }: Row): string[] {
  const [few = 0, many = 0] = counts
  const [none, small, large] = [summarize(start), summarize(samples[0] ?? []), summarize(samples[1] ?? [])]
  const exponent =
    Math.log((large.median - none.median) / (small.median - none.median)) / Math.log(many / few)
  const sizes = [figure(few), figure(many)]
  return [
    name,
    ...sizes,
    withSpread(small),
    withSpread(large),
    few === 0 ? '' : exponent.toFixed(2),
    memory === undefined ? '' : figure(memory),
    goal,
  ]
}
