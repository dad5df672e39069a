import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { dotPlot } from '../harness/dot-plot.ts'
import { figure, times, withSpread } from '../harness/format-figures.ts'
import { describeEnvironment, installedVersion } from '../harness/describe-environment.ts'
import { type ProcessResult, runProcess } from '../harness/run-process.ts'
import { publish } from '../harness/publish.ts'
import { type Contestant, interleave } from '../harness/interleave.ts'
import { ratio, summarize } from '../harness/statistics.ts'
import { goal } from '../harness/goal.ts'
import { table } from '../harness/table.ts'
import { writeFiles, writeLines } from './corpus.ts'

/*
 * pnpm bench files [--quick]
 *
 * Measures many artifacts in one process: as files, compared with @sourcemeta/jsonschema and with a loop that only parses
 * them; as lines, compared with a loop that only parses them; and the memory for ten times as many.
 */

const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values
const FEW = quick ? 2_000 : 20_000
const MANY = FEW * 10
const repository = fileURLToPath(new URL('../..', import.meta.url))
const measured = (name: string): string => fileURLToPath(new URL(`measured/${name}`, import.meta.url))
const validate = [join(repository, 'apps/cli/dist/main.cjs'), 'validate', 'finding.v1']

const directory = mkdtempSync(join(tmpdir(), 'workbench-bench-'))
try {
  await measure()
} finally {
  rmSync(directory, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const few = join(directory, 'few')
  const names = writeFiles(few, FEW)
  const jsonschema = join(repository, 'bench/node_modules/@sourcemeta/jsonschema/npm/cli.js')
  const schema = join(repository, 'schemas/finding.v1.schema.json')
  const files = [
    program('workbench validate', few, [...validate, ...names]),
    program('@sourcemeta/jsonschema', few, [jsonschema, 'validate', schema, few]),
    program('plain loop', few, [measured('parse-files.js'), ...names]),
  ]
  const lines = join(directory, 'lines.ndjson')
  await writeLines(lines, MANY)
  const streams = [
    program('workbench validate --ndjson', few, [...validate, '--ndjson'], lines),
    program('bare loop', few, [measured('parse-lines.js')], lines),
  ]
  const rounds = { rounds: quick ? 3 : 9 }
  const all = new Map([...(await interleave(files, rounds)), ...(await interleave(streams, rounds))])
  const beside = (what: 'processor' | 'wall', name: string, other: string): number => {
    const samplesOf = (end: string) =>
      [...all].find(([each]) => each.endsWith(end))?.[1].map((ran) => ran[what]) ?? []
    return ratio(samplesOf(name), samplesOf(other)).median
  }
  const besidePlain = beside('processor', 'workbench validate', 'plain loop')
  const bareLoop = beside('processor', 'bare loop', '--ndjson')
  const body = [
    describeEnvironment({
      node: process.version,
      peers: { '@sourcemeta/jsonschema': installedVersion('@sourcemeta/jsonschema') },
      day: new Date(),
    }),
    `## ${figure(FEW)} files in one process\n\n${report(files, all)}`,
    `Beside the plain loop: ${times(besidePlain)} its processor time; ${goal('goal of at most 1.15×', besidePlain <= 1.15)}.`,
    `## ${figure(MANY)} lines on standard input\n\n${report(streams, all)}`,
    `The bare loop takes ${times(bareLoop)} the processor time of \`--ndjson\`; ${goal('goal of as much', bareLoop >= 1)}.`,
    `## Memory\n\n${await reportMemory(few, names, lines)}`,
    'Goal: the same with ten times the input.',
  ].join('\n\n')
  process.stdout.write(`${body}\n`)
  if (quick) return
  const rows = [...files, ...streams].map(({ name }) => name)
  const values = rows.map((name) => summarize((all.get(name) ?? []).map(({ processor }) => processor)))
  const axis = 'milliseconds of processor time; less is better'
  const chart = dotPlot({
    title: `${figure(FEW)} files, ${figure(MANY)} lines`,
    axis,
    rows,
    series: [{ name: 'processor time', values }],
  })
  await publish({ name: 'files', caption: 'Milliseconds of processor time for many artifacts', chart, body })
}

/** A program with a file as its standard input. Throws if it exits with another code than 0. */
function program(
  name: string,
  cwd: string,
  args: readonly string[],
  input = '/dev/null',
): Contestant<ProcessResult> {
  return { name, measure: () => run(name, cwd, args, input) }
}

async function run(
  name: string,
  cwd: string,
  args: readonly string[],
  input: string,
): Promise<ProcessResult> {
  const command = ['-c', 'exec "$@" < "$0"', input, process.execPath, ...args]
  const result = await runProcess('bash', command, { cwd })
  if (result.status !== 0)
    throw new Error(`${name} exited with ${result.status}: ${result.stderr.slice(0, 500)}`)
  return result
}

function report(
  contestants: readonly Contestant<ProcessResult>[],
  all: ReadonlyMap<string, readonly ProcessResult[]>,
): string {
  const samplesOf = (name: string, what: 'processor' | 'wall') =>
    (all.get(name) ?? []).map((ran) => ran[what])
  const [ours = ''] = contestants.map(({ name }) => name)
  const rows = contestants.map(({ name }) => [
    name,
    withSpread(summarize(samplesOf(name, 'processor'))),
    withSpread(summarize(samplesOf(name, 'wall'))),
    times(ratio(samplesOf(name, 'processor'), samplesOf(ours, 'processor')).median),
  ])
  return table(['', 'processor time, ms', 'elapsed, ms', 'processor time of ours'], rows)
}

async function reportMemory(few: string, names: readonly string[], lines: string): Promise<string> {
  const list = join(directory, 'list')
  const fewLines = join(directory, 'few.ndjson')
  await writeLines(fewLines, FEW)
  const peakOf = async (args: readonly string[], input: string): Promise<string> => {
    const { stderr } = await run(
      'workbench',
      few,
      ['--import', measured('peak.js'), ...validate, ...args],
      input,
    )
    return figure(Number(stderr) / 1024)
  }
  const listed = async (times: number): Promise<string> => {
    writeFileSync(list, `${names.join('\n')}\n`.repeat(times))
    return peakOf(['--files-from', '-'], list)
  }
  return table(
    ['Most memory, MiB', figure(FEW), figure(MANY)],
    [
      ['`--files-from -`', await listed(1), await listed(MANY / FEW)],
      ['`--ndjson`', await peakOf(['--ndjson'], fewLines), await peakOf(['--ndjson'], lines)],
    ],
  )
}
