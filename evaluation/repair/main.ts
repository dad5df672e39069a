import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { describeEnvironment, installedVersion } from '../../bench/harness/describe-environment.ts'
import { publish } from '../../bench/harness/publish.ts'
import { commandAgent } from './agent.ts'
import { ajv } from './contestants/ajv.ts'
import { ata } from './contestants/ata.ts'
import type { Contestant } from './contestants/contestant.ts'
import { hyperjump } from './contestants/hyperjump.ts'
import { jsonrepair } from './contestants/jsonrepair.ts'
import { sourcemeta } from './contestants/sourcemeta.ts'
import { workbench } from './contestants/workbench.ts'
import { classes, makeCorpus } from './corpus/corpus.ts'
import { describeFailures } from './failures.ts'
import { measureFurther } from './generated/measure-further.ts'
import { type Measured, measureGenerated, type Selection } from './generated/measure.ts'
import type { Members } from './json/values.ts'
import { chartTotals, reportClasses, reportTotals, type Result } from './report.ts'
import { type Agent, playRounds, type Round } from './rounds.ts'
import { scoreRound } from './scores.ts'

/*
 * pnpm bench repair [--agent <command>] [--cases <number>] [--failures]
 * pnpm bench repair --generated [--texts <number>] [--seed <number>] [--two] [--kind <name>] [--failures]
 * pnpm bench repair --further [--texts <number>] [--seed <number>] [--kind <name>] [--failures]
 *
 * Breaks artifacts as language models do, and counts how many are right after one answer. With --agent, a program fixes
 * them instead of the scripted fixer; --cases selects that many, evenly. --failures prints a failing case for each class.
 *
 * The generated part breaks artifacts at random locations, and counts how many are restored without an agent. --two makes
 * two mistakes in each text, --kind the mistake of that name. --failures prints texts with another result than the original.
 *
 * The further part does the same with further kinds of mistakes, and cuts the examples after each character.
 *
 * Without options, all parts are measured. Only a complete run of a part writes its section of bench/results/.
 */

const { values: options } = parseArgs({
  options: {
    agent: { type: 'string' },
    cases: { type: 'string' },
    failures: { type: 'boolean', default: false },
    generated: { type: 'boolean', default: false },
    further: { type: 'boolean', default: false },
    texts: { type: 'string' },
    seed: { type: 'string' },
    two: { type: 'boolean', default: false },
    kind: { type: 'string' },
  },
})

/** Whether the first part is measured completely. */
const isComplete = options.agent === undefined && options.cases === undefined && !options.failures
const repository = fileURLToPath(new URL('../..', import.meta.url))
const setup = { directory: join(repository, 'schemas'), schemas: read('schemas', '.schema.json') }
const corpus = makeCorpus({ schemas: setup.schemas, examples: read('docs/examples/valid', '.json') })
const ours = workbench(setup)
const temporary = mkdtempSync(join(tmpdir(), 'workbench-bench-'))
try {
  const isSelected = options.generated || options.further
  if (!isSelected) await measure()
  if (options.generated || (!isSelected && isComplete))
    await measureGeneratedPart('repair-generated', measureGenerated)
  if (options.further || (!isSelected && isComplete))
    await measureGeneratedPart('repair-further', measureFurther)
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const step = corpus.length / Math.min(corpus.length, Number(options.cases ?? corpus.length))
  const cases = corpus.filter((_, index) => Math.floor((index + 1) / step) > Math.floor(index / step))
  const agent = options.agent === undefined ? undefined : commandAgent(options.agent)
  const isAlone = agent !== undefined || options.failures
  const contestants = isAlone ? [ours] : [ours, ...peers()]
  const results: Result[] = []
  let oursRounds: readonly Round[] = []
  for (const contestant of contestants) {
    const rounds = await playRounds(contestant, cases, agent)
    if (contestant === ours) oursRounds = rounds
    results.push(await resultOf(contestant, rounds, agent))
    process.stderr.write(`${contestant.name}: ${rounds.length} cases\n`)
  }
  const [first] = results
  if (!first) return
  if (options.failures) process.stdout.write(describeFailures(oursRounds, first.scores))
  const body = [
    describeEnvironment({ node: process.version, peers: versions(), day: new Date() }),
    reportTotals(cases, results),
    `## Each class of mistakes\n\n${reportClasses(
      cases,
      first,
      classes.map(({ name }) => name),
    )}`,
  ].join('\n\n')
  process.stdout.write(`${body}\n`)
  if (!isComplete) return
  const caption =
    'Shares of the broken artifacts that are valid after one answer, reported at once, and restored'
  await publish({ name: 'repair', caption, chart: chartTotals(cases, results), body })
}

async function measureGeneratedPart(
  name: string,
  measurePart: (directory: string, node: string, selection: Selection) => Measured,
): Promise<void> {
  const measured = measurePart(setup.directory, process.version, {
    ...options,
    texts: numberOf(options.texts),
    seed: numberOf(options.seed),
  })
  process.stdout.write(`${measured.failures}${measured.body}\n`)
  if (measured.isComplete) await publish({ name, body: measured.body })
}

function numberOf(option: string | undefined): number | undefined {
  return option === undefined ? undefined : Number(option)
}

async function resultOf(
  { name, restore }: Contestant,
  rounds: readonly Round[],
  agent: Agent | undefined,
): Promise<Result> {
  const valid = new Set<string>()
  for (const { broken, rewritten } of rounds) {
    const { violations } = await ours.answer(broken.contract, rewritten.text)
    if (violations.length === 0) valid.add(broken.id)
  }
  const scores = rounds.map((round) => scoreRound(round, valid.has(round.broken.id)))
  const lengths = rounds.map(({ first }) => first.length)
  return { name: agent ? 'agent' : name, canRestore: restore !== undefined, scores, lengths }
}

function peers(): Contestant[] {
  return [ajv(setup), sourcemeta(setup, temporary), hyperjump(setup), ata(setup), jsonrepair(setup)]
}

function versions(): Record<string, string> {
  const names = ['ajv', '@sourcemeta/jsonschema', '@hyperjump/json-schema', 'ata-validator', 'jsonrepair']
  const modules = new URL('../node_modules/', import.meta.url)
  return Object.fromEntries(names.map((name) => [name, installedVersion(name, modules)]))
}

function read(directory: string, extension: string): Record<string, Members & { readonly $id: string }> {
  const files = readdirSync(join(repository, directory)).filter((file) => file.endsWith(extension))
  return Object.fromEntries(
    files.map((file) => [
      file.replace(extension, ''),
      JSON.parse(readFileSync(join(repository, directory, file), 'utf8')) as Members & { $id: string },
    ]),
  )
}
