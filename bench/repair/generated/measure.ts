import { openContracts } from '@workbench/contracts'

import { brokenTexts } from '../../../build/json-mistakes/broken-texts.ts'
import { mistakes } from '../../../build/json-mistakes/mistakes/index.ts'
import { describeEnvironment, installedVersion } from '../../harness/describe-environment.ts'
import { publish } from '../../harness/publish.ts'
import { describeFailures } from './failures.ts'
import { repairersFor } from './repairers.ts'
import { reportKinds, reportOutcomes } from './report.ts'
import { type Tally, tallyRepairs } from './tally.ts'

/** What a run measures. A run with any of these options does not publish its result. */
export interface Selection {
  readonly texts?: number | undefined
  readonly seed?: number | undefined
  /** A kind of mistake that each text has. */
  readonly kind?: string | undefined
  /** Only texts with two mistakes. */
  readonly two: boolean
  /** Prints texts that were changed or lost content, and leaves out the peers. */
  readonly failures: boolean
}

const TEXTS = 20_000
const TEXTS_WITH_TWO = 5_000
const SEED = 1

/** Breaks generated artifacts at random locations, and counts what becomes of them without an agent. */
export async function measureGenerated(directory: string, selection: Selection): Promise<void> {
  const { texts, seed = SEED, kind, two, failures } = selection
  const contracts = openContracts({ directory })
  const repairers = repairersFor(contracts).slice(0, failures ? 1 : undefined)
  const tallies = (count: number, mistakesPerText: 1 | 2): Tally[] =>
    tallyRepairs(
      brokenTexts({
        ...{ seed, count, mistakesPerText },
        ...(kind !== undefined && { kinds: [kind] }),
        isValid: (id, artifact) => contracts.get(id).is(artifact),
      }),
      repairers,
    )
  const one = two ? [] : tallies(texts ?? TEXTS, 1)
  const withTwo = two || texts === undefined ? tallies(texts ?? TEXTS_WITH_TWO, 2) : []
  const [ours] = two ? withTwo : one
  if (!ours) return
  if (failures) process.stdout.write(`${describeFailures(ours.failures)}\n`)
  const body = [
    describeEnvironment({
      node: process.version,
      peers: { jsonrepair: installedVersion('jsonrepair') },
      day: new Date(),
    }),
    reportOutcomes(one, withTwo),
    `### Each kind of mistake\n\n${reportKinds(
      ours,
      mistakes.map(({ name }) => name),
    )}`,
  ].join('\n\n')
  process.stdout.write(`${body}\n`)
  const isComplete = texts === undefined && selection.seed === undefined && kind === undefined
  if (isComplete && !two && !failures) await publish({ name: 'repair-generated', body })
}
