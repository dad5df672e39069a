import { openContracts } from '@workbench/contracts'

import { brokenTexts } from '../../../packages/test-support/src/json-mistakes/broken-texts.ts'
import { mistakes } from '../../../packages/test-support/src/json-mistakes/mistakes/index.ts'
import { describeEnvironment, installedVersion } from '../../../bench/harness/describe-environment.ts'
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

/** What a run found. */
export interface Measured {
  /** Markdown with the tables. */
  readonly body: string
  /** Descriptions of failures, if they are selected. */
  readonly failures: string
  /** Whether nothing was selected. */
  readonly isComplete: boolean
}

/**
 * Breaks generated artifacts at random locations, and counts what becomes of them without an agent.
 * @param directory of the contracts
 * @param node `process.version` of Node.js
 */
export function measureGenerated(directory: string, node: string, selection: Selection): Measured {
  const { texts, seed, kind, two, failures } = selection
  const contracts = openContracts({ directory })
  const repairers = repairersFor(contracts).slice(0, failures ? 1 : undefined)
  const tallies = (count: number, mistakesPerText: 1 | 2): Tally[] =>
    tallyRepairs(
      brokenTexts({
        ...{ seed: seed ?? SEED, count, mistakesPerText },
        ...(kind !== undefined && { kinds: [kind] }),
        isValid: (id, artifact) => contracts.get(id).is(artifact),
      }),
      repairers,
    )
  const one = two ? [] : tallies(texts ?? TEXTS, 1)
  const withTwo = two || texts === undefined ? tallies(texts ?? TEXTS_WITH_TWO, 2) : []
  const ours = [...one, ...withTwo].slice(0, 1)
  const names = mistakes.map(({ name }) => name)
  const peers = {
    jsonrepair: installedVersion('jsonrepair', new URL('../../node_modules/', import.meta.url)),
  }
  return {
    body: [
      describeEnvironment({ node, peers, day: new Date() }),
      reportOutcomes(one, withTwo),
      '### Each kind of mistake',
      ...ours.map((tally) => reportKinds(tally, names)),
    ].join('\n\n'),
    failures: failures ? ours.map((tally) => `${describeFailures(tally.failures)}\n`).join('') : '',
    isComplete: isComplete(selection),
  }
}

/** Whether nothing is selected. */
export const isComplete = ({ texts, seed, kind, two, failures }: Selection): boolean =>
  texts === undefined && seed === undefined && kind === undefined && !two && !failures
