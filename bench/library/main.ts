import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { describeSetting, installedVersion } from '../harness/machine.ts'
import { publish } from '../harness/publish.ts'
import { interleave } from '../harness/rounds.ts'
import {
  asTheyAre,
  firstUseOf,
  firstUses,
  type Material,
  throughputOf,
  withErrors,
  withoutGeneration,
} from './contestants.ts'
import { makeCorpus } from './corpus/corpus.ts'
import { chartIs, reportErrors, reportFirstUse, reportIs, reportWithout } from './report.ts'

/*
 * pnpm bench:library [--quick] [is] [validate] [first-use]
 *
 * Measures the library beside other validators. A whole run writes its section of docs/benchmarks.md; a quick one, or
 * one of some tasks alone, only prints.
 */

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const { quick } = values
const TASKS = ['is', 'validate', 'first-use']
const unknown = positionals.find((task) => !TASKS.includes(task))
if (unknown !== undefined) throw new Error(`There is no task ${unknown}; there are ${TASKS.join(', ')}`)
const asked = (task: string): boolean => positionals.length === 0 || positionals.includes(task)

const directory = mkdtempSync(join(tmpdir(), 'workbench-bench-'))
try {
  await measure(prepare())
} finally {
  rmSync(directory, { recursive: true, force: true })
}

async function measure(material: Material): Promise<void> {
  const milliseconds = quick ? 200 : 350
  const throughput = (task: 'is' | 'validate', names: readonly string[], rounds: number) =>
    interleave(
      names.map((name) => throughputOf(name, task, milliseconds, material)),
      { rounds: quick ? 1 : rounds, warmUp: 0, onRound: progress(task) },
    )
  const is = asked('is') ? await throughput('is', [...asTheyAre, ...withoutGeneration], 7) : undefined
  const errors = asked('validate') ? await throughput('validate', withErrors, 5) : undefined
  const first = asked('first-use')
    ? await interleave(
        firstUses.map((name) => firstUseOf(name, material)),
        { rounds: quick ? 5 : 21, onRound: progress('first-use') },
      )
    : undefined
  const parts = [
    is && `### \`is()\` on valid artifacts\n\n${reportIs(is)}`,
    is && `### \`is()\` where code generation is forbidden\n\n${reportWithout(is)}`,
    errors && `### \`validate()\` on broken artifacts, every violation read\n\n${reportErrors(errors, is)}`,
    first && `### First use in a fresh process\n\n${reportFirstUse(first)}`,
  ]
  const body = [setting(), ...parts.filter((part) => part !== undefined)].join('\n\n')
  process.stdout.write(`${body}\n`)
  if (quick || positionals.length > 0 || !is) return
  const caption = 'Nanoseconds per artifact of each validator on each contract'
  await publish({ name: 'library', caption, chart: chartIs(is), body })
}

function prepare(): Material {
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
  const peers = Object.fromEntries(asTheyAre.slice(1).map((name) => [name, installedVersion(name)]))
  return describeSetting({ node: process.version, peers, day: new Date() })
}

function progress(task: string): (round: number) => void {
  return (round) => process.stderr.write(`${task}: round ${round}\n`)
}
