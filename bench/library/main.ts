import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  ours,
  readingTexts,
  type TextKind,
  textsOf,
  withoutCodegen,
  type Work,
} from './contestants.ts'
import { exampleCorpus, makeCorpus, type Shapes } from './corpus/corpus.ts'
import { readContracts } from './read-contracts.ts'
import {
  chartIs,
  reportErrors,
  reportFirstUse,
  reportIs,
  reportWithoutCodegen,
  type Section,
} from './report.ts'
import { reportRecovery } from './recovery.ts'
import { reportTexts } from './report-texts.ts'

/*
 * pnpm bench library [--quick] [is] [shapes] [validate] [first-use] [text] [recovery]
 *
 * Compares the library with other validators. A complete run replaces its sections of bench/results/, one of `text` or
 * `recovery` alone its section. With --quick, or with other selected tasks, the results are only printed.
 */

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const { quick } = values
const TASKS = ['is', 'shapes', 'validate', 'first-use', 'text', 'recovery']
const unknownTask = positionals.find((task) => !TASKS.includes(task))
if (unknownTask !== undefined)
  throw new Error(`Unknown task ${unknownTask}; the tasks are ${TASKS.join(', ')}`)
const isSelected = (task: string): boolean => positionals.length === 0 || positionals.includes(task)

/** For artifacts of many shapes. */
const GOALS = { fastestPeer: 3.5, ofParsing: 0.06 }

/** What is measured besides artifacts of many shapes. */
const OTHER_INPUTS: readonly (Work & Pick<Section, 'title' | 'goals'>)[] = [
  { title: 'eight shapes', task: 'is', shapes: 'eight', goals: {} },
  { title: 'one shape', task: 'is', shapes: 'one', goals: { fastestPeer: 2, ofParsing: 0.035 } },
  {
    title: 'one shape in the order of the schema, each contract in a process of its own',
    task: 'is',
    shapes: 'ordered',
    alone: true,
    goals: {},
  },
  {
    title: 'the examples of this repository, all contracts in turn',
    task: 'is',
    shapes: 'examples',
    goals: {},
  },
  { title: '64 objects of many shapes in a loop', task: 'loop', shapes: 'many', goals: { fastestPeer: 2 } },
  { title: '64 objects of one shape in a loop', task: 'loop', shapes: 'one', goals: { fastestPeer: 2 } },
]

const directory = mkdtempSync(join(tmpdir(), 'workbench-bench-'))
try {
  await measure(prepare())
} finally {
  rmSync(directory, { recursive: true, force: true })
}

async function measure(material: Inputs): Promise<void> {
  const milliseconds = quick ? 200 : 350
  const throughput = (work: Work, names: readonly string[], rounds: number) =>
    interleave(
      names.map((name) => throughputOf(name, work, work.alone ? milliseconds / 2 : milliseconds, material)),
      { rounds: quick ? 1 : rounds, warmUp: 0, onRound: progress(`${work.task}, shapes: ${work.shapes}`) },
    )
  const is = isSelected('is')
    ? await throughput({ task: 'is', shapes: 'many' }, [...validators, ...withoutCodegen], 7)
    : undefined
  const others: Section[] = []
  if (isSelected('shapes')) {
    for (const { title, goals, ...work } of OTHER_INPUTS)
      others.push({ title, goals, samples: await throughput(work, validators, 5) })
  }
  const errors = isSelected('validate')
    ? await throughput({ task: 'validate', shapes: 'many' }, listingErrors, 5)
    : undefined
  const otherErrors: Omit<Section, 'goals'>[] = []
  if (isSelected('validate')) {
    for (const shapes of ['eight', 'one'] as const)
      otherErrors.push({
        title: `${shapes} shape${shapes === 'one' ? '' : 's'}`,
        samples: await throughput({ task: 'validate', shapes }, listingErrors.slice(0, 2), 5),
      })
  }
  const first = isSelected('first-use')
    ? await interleave(
        firstUses.map((name) => firstUseOf(name, material)),
        { rounds: quick ? 5 : 21, onRound: progress('first-use') },
      )
    : undefined
  if (isSelected('text')) await measureTexts(material, milliseconds)
  if (isSelected('recovery')) await measureRecovery(material)
  const parts = [
    is && `## \`is()\` on valid artifacts of many shapes\n\n${reportIs(is, GOALS)}`,
    ...others.map(
      ({ title, goals, samples }) => `## \`is()\`, ${title}\n\n${reportIs(samples, goals, validators)}`,
    ),
    is && `## \`is()\` where code generation is forbidden\n\n${reportWithoutCodegen(is)}`,
    errors && `## \`validate()\` on broken artifacts, every violation read\n\n${reportErrors(errors, is)}`,
    ...otherErrors.map(
      ({ title, samples }) =>
        `## \`validate()\` on broken artifacts, ${title}\n\n${reportErrors(samples, undefined)}`,
    ),
    first && `## First use in a fresh process\n\n${reportFirstUse(first)}`,
  ]
  if (parts.every((part) => part === undefined)) return
  const body = [setting(), ...parts.filter((part) => part !== undefined)].join('\n\n')
  process.stdout.write(`${body}\n`)
  if (quick || positionals.length > 0 || !is) return
  const caption = 'Nanoseconds per artifact of each validator, by the shapes of the artifacts'
  await publish({
    name: 'library',
    caption,
    chart: chartIs([{ title: 'many shapes', goals: GOALS, samples: is }, ...others]),
    body,
  })
}

async function measureTexts(material: Inputs, milliseconds: number): Promise<void> {
  const measureKind = (kind: TextKind, names: readonly string[]) =>
    interleave(
      names.map((name) => textsOf(name, kind, milliseconds * 3, material)),
      { rounds: quick ? 1 : 5, warmUp: 0, onRound: progress(`${kind} texts`) },
    )
  const samples = new Map([
    ['valid', await measureKind('valid', readingTexts)],
    ['broken', await measureKind('broken', readingTexts)],
    ['malformed', await measureKind('malformed', [ours])],
  ] as const)
  const body = `${setting()}\n\n${reportTexts(samples)}`
  process.stdout.write(`${body}\n`)
  if (!quick && positionals.every((task) => task === 'text')) await publish({ name: 'library-text', body })
}

async function measureRecovery(material: Inputs): Promise<void> {
  const body = `${setting()}\n\n${await reportRecovery(material, quick ? 1 : 7)}`
  process.stdout.write(`${body}\n`)
  if (!quick && positionals.every((task) => task === 'recovery'))
    await publish({ name: 'library-recovery', body })
}

function prepare(): Inputs {
  const schemas = fileURLToPath(new URL('../../schemas', import.meta.url))
  const contracts = readContracts(schemas)
  const corpus = (shapes: Shapes) => {
    const file = join(directory, `${shapes}.json`)
    writeFileSync(file, JSON.stringify(makeCorpus(contracts, shapes)))
    return file
  }
  const corpora = {
    many: corpus('many'),
    eight: corpus('eight'),
    one: corpus('one'),
    ordered: corpus('ordered'),
    examples: join(directory, 'examples.json'),
  }
  const exampleOf = (id: string): string =>
    fileURLToPath(new URL(`../../docs/examples/valid/${id}.json`, import.meta.url))
  writeFileSync(corpora.examples, JSON.stringify(exampleCorpus((id) => readFileSync(exampleOf(id), 'utf8'))))
  const artifact = exampleOf('review.v1')
  return { schemas, corpora, artifact }
}

function setting(): string {
  const peers = Object.fromEntries(validators.slice(1).map((name) => [name, installedVersion(name)]))
  return describeEnvironment({ node: process.version, peers, day: new Date() })
}

function progress(task: string): (round: number) => void {
  return (round) => process.stderr.write(`${task}: round ${round}\n`)
}
