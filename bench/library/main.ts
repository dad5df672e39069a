import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { describeEnvironment, installedVersion } from '../harness/describe-environment.ts'
import { publish } from '../harness/publish.ts'
import { interleave } from '../harness/interleave.ts'
import {
  validators,
  firstUseOf,
  firstUses,
  type Inputs,
  throughputOf,
  listingErrors,
  withoutCodegen,
} from './contestants.ts'
import { makeCorpus } from './corpus/corpus.ts'
import { chartIs, reportErrors, reportFirstUse, reportIs, reportWithoutCodegen } from './report.ts'

/*
 * pnpm bench:library [--quick] [is] [validate] [first-use]
 *
 * Compares the library with other validators. A complete run replaces its section of docs/benchmarks.md. With --quick, or
 * with selected tasks, the results are only printed.
 */

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const { quick } = values
const TASKS = ['is', 'validate', 'first-use']
const unknownTask = positionals.find((task) => !TASKS.includes(task))
if (unknownTask !== undefined)
  throw new Error(`Unknown task ${unknownTask}; the tasks are ${TASKS.join(', ')}`)
const isSelected = (task: string): boolean => positionals.length === 0 || positionals.includes(task)

const directory = mkdtempSync(join(tmpdir(), 'workbench-bench-'))
try {
  await measure(prepare())
} finally {
  rmSync(directory, { recursive: true, force: true })
}

async function measure(material: Inputs): Promise<void> {
  const milliseconds = quick ? 200 : 350
  const throughput = (task: 'is' | 'validate', names: readonly string[], rounds: number) =>
    interleave(
      names.map((name) => throughputOf(name, task, milliseconds, material)),
      { rounds: quick ? 1 : rounds, warmUp: 0, onRound: progress(task) },
    )
  const is = isSelected('is') ? await throughput('is', [...validators, ...withoutCodegen], 7) : undefined
  const errors = isSelected('validate') ? await throughput('validate', listingErrors, 5) : undefined
  const first = isSelected('first-use')
    ? await interleave(
        firstUses.map((name) => firstUseOf(name, material)),
        { rounds: quick ? 5 : 21, onRound: progress('first-use') },
      )
    : undefined
  const parts = [
    is && `### \`is()\` on valid artifacts\n\n${reportIs(is)}`,
    is && `### \`is()\` where code generation is forbidden\n\n${reportWithoutCodegen(is)}`,
    errors && `### \`validate()\` on broken artifacts, every violation read\n\n${reportErrors(errors, is)}`,
    first && `### First use in a fresh process\n\n${reportFirstUse(first)}`,
  ]
  const body = [setting(), ...parts.filter((part) => part !== undefined)].join('\n\n')
  process.stdout.write(`${body}\n`)
  if (quick || positionals.length > 0 || !is) return
  const caption = 'Nanoseconds per artifact of each validator on each contract'
  await publish({ name: 'library', caption, chart: chartIs(is), body })
}

function prepare(): Inputs {
  const schemas = fileURLToPath(new URL('../../schemas', import.meta.url))
  const read = (file: string) =>
    JSON.parse(readFileSync(join(schemas, file), 'utf8')) as Record<string, unknown>
  const contracts = readdirSync(schemas).map(
    (file) => [file.replace('.schema.json', ''), read(file)] as const,
  )
  const corpus = join(directory, 'corpus.json')
  writeFileSync(corpus, JSON.stringify(makeCorpus(Object.fromEntries(contracts))))
  const artifact = fileURLToPath(new URL('../../docs/examples/valid/review.v1.json', import.meta.url))
  return { schemas, corpus, artifact }
}

function setting(): string {
  const peers = Object.fromEntries(validators.slice(1).map((name) => [name, installedVersion(name)]))
  return describeEnvironment({ node: process.version, peers, day: new Date() })
}

function progress(task: string): (round: number) => void {
  return (round) => process.stderr.write(`${task}: round ${round}\n`)
}
