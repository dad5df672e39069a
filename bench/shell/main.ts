import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { dotPlot } from '../harness/dot-plot.ts'
import { times, withSpread } from '../harness/format-figures.ts'
import { describeEnvironment, installedVersion } from '../harness/describe-environment.ts'
import { type RunOptions, runProcess } from '../harness/run-process.ts'
import { publish } from '../harness/publish.ts'
import { type Contestant, interleave } from '../harness/interleave.ts'
import { ratio, summarize } from '../harness/statistics.ts'
import { table } from '../harness/table.ts'

/*
 * pnpm bench shell [--quick]
 *
 * Measures the processor time of whole commands, in comparison with an empty Node.js program.
 */

const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values
const repository = fileURLToPath(new URL('../..', import.meta.url))
const artifact = 'docs/examples/valid/finding.v1.json'

const event = (file: string): string =>
  JSON.stringify({
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_input: { file_path: file },
    cwd: repository,
  })

/** A program whose sample is its processor time in milliseconds. Throws if it exits with another code than 0. */
const program = (
  name: string,
  args: readonly string[],
  stdin: Pick<RunOptions, 'input' | 'piped'> = {},
): Contestant<number> => ({
  name,
  measure: async () => {
    const options = { cwd: repository, ...stdin }
    const { status, stderr, processor } = await runProcess(process.execPath, args, options)
    if (status !== 0) throw new Error(`${name} exited with ${status}: ${stderr}`)
    return processor
  },
})

const workbench = 'apps/cli/dist/main.cjs'
const validate = [workbench, 'validate', 'finding.v1', artifact]
const hook = ['plugins/workbench-core/dist/hook/hook.cjs']
const ajv = ['bench/node_modules/ajv-cli/dist/index.js', 'validate', '--spec=draft2020', '--strict=false']
const bare = program('node -e 0', ['-e', '0'])
/** Of `node -e 0`. */
const goals = new Map([
  ['workbench contracts', '1.4×'],
  ['workbench --help', '1.4×'],
])
const contestants = [
  bare,
  program('workbench validate', validate),
  program('workbench contracts', [workbench, 'contracts']),
  program('workbench --help', [workbench, '--help']),
  ...[
    { name: 'the hook, on an artifact', input: event(artifact) },
    { name: 'the hook, on another file', input: event('README.md') },
  ].flatMap(({ name, input }) => [
    program(name, hook, { input }),
    program(`${name}, through a pipe`, hook, { input, piped: true }),
  ]),
  program('ajv-cli', [...ajv, '-s', 'schemas/finding.v1.schema.json', '-d', artifact]),
]

const samples = await interleave(contestants, { rounds: quick ? 5 : 61 })
const taken = contestants.map(({ name }) => ({ name, samples: samples.get(name) ?? [] }))
const nothing = samples.get(bare.name) ?? []
const body = [
  describeEnvironment({
    node: process.version,
    peers: { 'ajv-cli': installedVersion('ajv-cli') },
    day: new Date(),
  }),
  'One artifact, a `finding.v1`; one process a sample. Processor time, user and system, in milliseconds. The standard input of the hook is a socket, as Node.js creates it for child processes, or a pipe, as a shell creates it.',
  table(
    ['', 'processor time', 'of `node -e 0`', 'goal'],
    taken.map(({ name, samples }) => [
      name,
      withSpread(summarize(samples)),
      times(ratio(samples, nothing).median),
      goals.get(name) ?? '',
    ]),
  ),
].join('\n\n')
process.stdout.write(`${body}\n`)
if (!quick) {
  const chart = dotPlot({
    title: 'From start to end, one artifact',
    axis: 'milliseconds of processor time; less is better',
    rows: taken.map(({ name }) => name),
    series: [{ name: 'processor time', values: taken.map(({ samples }) => summarize(samples)) }],
  })
  await publish({ name: 'shell', caption: 'Milliseconds of processor time of each command', chart, body })
}
