import { readFileSync } from 'node:fs'

import { openContracts } from '@workbench/contracts'

import { brokenTexts } from '../../../packages/test-support/src/json-mistakes/broken-texts.ts'
import { cutEndings, cutTexts } from '../../../packages/test-support/src/json-mistakes/cut-texts.ts'
import { furtherMistakes } from '../../../packages/test-support/src/json-mistakes/further/index.ts'
import { describeEnvironment, installedVersion } from '../../../bench/harness/describe-environment.ts'
import { describeFailures } from './failures.ts'
import { isComplete, type Measured, type Selection } from './measure.ts'
import { repairersFor } from './repairers.ts'
import { reportKinds } from './report.ts'
import { reportFurtherOutcomes, reportReadings } from './report-further.ts'
import { tallyRepairs } from './tally.ts'

const TEXTS_OF_A_KIND = 60
const SEED = 1
/** Characters between two cuts if only some texts are measured. */
const STEP = 97

const examples = new URL('../../../docs/examples/valid/', import.meta.url)

/**
 * Breaks generated artifacts with the further kinds of mistakes, cuts examples after each character, and counts what
 * becomes of them without an agent. `--two` has no meaning here.
 * @param directory of the contracts
 * @param node `process.version` of Node.js
 */
export function measureFurther(directory: string, node: string, selection: Selection): Measured {
  const { texts, seed, kind, failures } = selection
  const contracts = openContracts({ directory })
  const isValid = (id: string, artifact: unknown): boolean => contracts.get(id).is(artifact)
  const isValidText = (id: string, text: string): boolean => contracts.get(id).validateText(text).valid
  const repairers = repairersFor(contracts).slice(0, failures ? 1 : undefined)
  const mistakes = furtherMistakes.filter(({ name }) => kind === undefined || name === kind)
  const count = texts ?? TEXTS_OF_A_KIND * mistakes.length
  const tallies = tallyRepairs(
    brokenTexts({ ...{ seed: seed ?? SEED, count, mistakes, isValid, isValidText } }),
    repairers,
  )
  const step = isComplete(selection) ? 1 : STEP
  const cut =
    kind === undefined
      ? tallyRepairs(cutTexts({ texts: exampleTexts(contracts.ids), step, isValidText }), repairers)
      : []
  const [ours] = tallies
  const [oursCut] = cut
  const peers = {
    jsonrepair: installedVersion('jsonrepair', new URL('../../node_modules/', import.meta.url)),
  }
  return {
    body: [
      describeEnvironment({ node, peers, day: new Date() }),
      reportFurtherOutcomes(mistakes.length, tallies, cut),
      '#### Each further kind of mistake',
      ...(ours
        ? [
            reportKinds(
              ours,
              mistakes.map(({ name }) => name),
            ),
          ]
        : []),
      '#### Texts that were cut, by what follows',
      ...(oursCut
        ? [
            reportKinds(
              oursCut,
              cutEndings.map(({ name }) => name),
            ),
          ]
        : []),
      '#### Kinds that can be read in two ways',
      ...(ours ? [reportReadings(ours, mistakes)] : []),
    ].join('\n\n'),
    failures: failures
      ? [ours, oursCut].map((tally) => `${describeFailures(tally?.failures ?? [])}\n`).join('')
      : '',
    isComplete: isComplete(selection),
  }
}

const exampleTexts = (ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [id, readFileSync(new URL(`${id}.json`, examples), 'utf8')]))
