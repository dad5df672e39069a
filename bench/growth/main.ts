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
import { writeArea } from './corpus.ts'
import { projectPages } from './projects.ts'
import { writeFacts } from './write-facts.ts'

/*
 * pnpm bench:growth [--quick]
 *
 * Measures what grows with the work: each row with a small and a large number of facts, artifacts or projects. The
 * exponent is 1 if the time grows as the number does, and 2 if it grows with its square.
 */

const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values
const rounds = quick ? 2 : 3
const scale = quick ? 10 : 1
const FACTS = [10_000 / scale, 100_000 / scale]
const ARTIFACTS = [1_000 / scale, 10_000 / scale]
const PROJECTS = [1_000, 1_000_000 / scale]

interface Row {
  readonly name: string
  readonly counts: readonly number[]
  /** Milliseconds: processor time of a process; for calls of a running process, elapsed time. */
  readonly samples: readonly (readonly number[])[]
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
  const root = (artifacts: number, facts: number): string => join(directory, `${artifacts}-${facts}`)
  const areas = [
    ...FACTS.map((facts) => [0, facts]),
    ...ARTIFACTS.map((artifacts) => [artifacts, 0]),
    ...ARTIFACTS.map((artifacts, index) => [artifacts, FACTS[index] ?? 0]),
    [0, 0],
  ] as [number, number][]
  for (const [artifacts, facts] of areas) writeArea(root(artifacts, facts), artifacts, facts)
  const memories = FACTS.map((facts) => root(0, facts))
  const boards = ARTIFACTS.map((artifacts) => root(artifacts, 0))
  const both = ARTIFACTS.map((artifacts, index) => root(artifacts, FACTS[index] ?? 0))
  const rows: Row[] = [
    await command('workbench facts', FACTS, memories, [workbench, 'facts'], '', '2,000 ms, 150 MiB'),
    await command('workbench facts --check', FACTS, memories, [workbench, 'facts', '--check'], '', 'linear'),
    await command('hook at SessionStart', FACTS, memories, [hook], 'SessionStart', 'linear'),
    await command('workbench board', ARTIFACTS, boards, [workbench, 'board'], '', '1,500 ms'),
    await command('hook at Stop, artifacts and facts', FACTS, both, [hook], 'Stop', '150 ms'),
    await writes([root(0, 0), root(0, FACTS[1] ?? 0)]),
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

/** Measures the processor time of a command in both areas, in turn. */
async function command(
  name: string,
  counts: readonly number[],
  roots: readonly string[],
  args: readonly string[],
  event: string,
  goal: string,
): Promise<Row> {
  const samples: number[][] = roots.map(() => [])
  let memory = 0
  for (let round = 0; round <= rounds; round++)
    for (const [index, root] of roots.entries()) {
      const { status, stderr, processor } = await runProcess(process.execPath, ['--import', peak, ...args], {
        cwd: root,
        env: { ...process.env, WORKBENCH_ROOT: root },
        input: event === '' ? '' : JSON.stringify({ hook_event_name: event, cwd: root }),
      })
      if (status !== 0) throw new Error(`${name} exited with ${status}: ${stderr.slice(0, 500)}`)
      if (round > 0) samples[index]?.push(processor)
      memory = Number(stderr.trim().split('\n').at(-1)) / 1024
    }
  return { name, counts, samples, ...(event === '' && { memory }), goal }
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

function cells({ name, counts, samples, memory, goal }: Row): string[] {
  const [few = 0, many = 0] = counts
  const [small, large] = [summarize(samples[0] ?? []), summarize(samples[1] ?? [])]
  const exponent = Math.log(large.median / small.median) / Math.log(many / Math.max(few, 1))
  const sizes = [figure(few), figure(many)]
  return [
    name,
    ...sizes,
    withSpread(small),
    withSpread(large),
    exponent.toFixed(2),
    memory === undefined ? '' : figure(memory),
    goal,
  ]
}
