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

const INTRODUCTION = `## Further kinds of mistakes

\`pnpm bench repair --further\` makes a further mistake in each generated artifact, and cuts the examples after each character. Of kinds that can be read in two ways, the last table has the reason. The correct fix is the original; where it is “none”, what the mistake wrote is content, and every change of the text counts.`

const examples = new URL('../../../docs/examples/valid/', import.meta.url)

/**
 * Breaks generated artifacts with the further kinds of mistakes, cuts examples after each character, and counts what
 * becomes of them without an agent.
 * @param directory of the contracts
 * @param node `process.version` of Node.js
 */
export function measureFurther(directory: string, node: string, selection: Selection): Measured {
  const { texts, seed, kind, failures } = selection
  const contracts = openContracts({ directory })
  const isValid = (id: string, artifact: unknown): boolean => contracts.get(id).is(artifact)
  const isValidText = (id: string, text: string): boolean => contracts.get(id).validateText(text).valid
  const repairers = repairersFor(contracts).slice(0, failures ? 1 : undefined)
  const names = furtherMistakes.map(({ name }) => name)
  const kinds = kind === undefined ? names : [kind]
  const count = texts ?? TEXTS_OF_A_KIND * kinds.length
  const options = { seed: seed ?? SEED, count, mistakes: furtherMistakes, kinds, isValid, isValidText }
  const tallies = tallyRepairs(brokenTexts(options), repairers)
  const step = isComplete(selection) ? 1 : STEP
  const cut =
    kind === undefined
      ? tallyRepairs(cutTexts({ texts: exampleTexts(contracts.ids), step, isValidText }), repairers)
      : []
  const endings = cutEndings.map(({ name }) => name)
  const [ours] = tallies
  const [oursCut] = cut
  const peers = {
    jsonrepair: installedVersion('jsonrepair', new URL('../../node_modules/', import.meta.url)),
  }
  return {
    body: [
      INTRODUCTION,
      describeEnvironment({ node, peers, day: new Date() }),
      reportFurtherOutcomes(tallies, cut),
      `### Each of the ${names.length} further kinds`,
      ...(ours ? [reportKinds(ours, names)] : []),
      ...(oursCut ? ['### Texts that were cut, by what follows', reportKinds(oursCut, endings)] : []),
      '### Kinds that can be read in two ways',
      ...(ours ? [reportReadings(ours, furtherMistakes)] : []),
    ].join('\n\n'),
    failures: failures
      ? [...tallies, ...cut].map((tally) => `${describeFailures(tally.failures)}\n`).join('')
      : '',
    isComplete: isComplete(selection),
  }
}

const exampleTexts = (ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [id, readFileSync(new URL(`${id}.json`, examples), 'utf8')]))
