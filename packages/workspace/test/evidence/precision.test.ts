import { evidenceAdvice } from '@workbench/workspace'

import { ProjectFiles } from '../../src/evidence/project-files.ts'
import { contracts, finding } from '../project.ts'
import { corpus, CORPORA } from './corpora.ts'
import { type Case, falseCases, trueCases } from './generated-findings.ts'

const SEED = Number(process.env['EVIDENCE_SEED'] ?? 55)

/** For all cases, so that a busy machine looks up the same as an idle one. */
const TIMEOUT_MS = 300_000

/** The cases of a kind that got advice, as a share. */
function sharesOf(cases: readonly Case[], root: string) {
  const files = new ProjectFiles(root, TIMEOUT_MS)
  const results = cases.map((each) => {
    const { location, evidence } = each
    const artifact = { schema: 'finding.v1', producedBy: 'a', ...finding, location, evidence: [evidence] }
    expect(contracts.get('finding.v1').is(artifact)).toBe(true)
    return { each, advice: evidenceAdvice(artifact, { root, contracts }, files) }
  })
  // The commands of git have a limit of their own.
  const isAdvised = ({ advice }: (typeof results)[number]) =>
    advice.some(({ rule }) => rule !== 'evidence-not-looked-up')
  return {
    share: results.filter(isAdvised).length / results.length,
    wrong: results.filter((result) => isAdvised(result) === result.each.isTrue),
  }
}

describe.each(CORPORA)('evidenceAdvice() on 200 generated findings about %s', (name) => {
  it.each([true, false])(
    'advises on none that is true, and on those that are not; in a repository: %s',
    (hasCommit) => {
      const files = corpus(name, hasCommit)
      const right = sharesOf(trueCases(files, 200, SEED), files.root)
      const wrong = sharesOf(falseCases(files, 200, SEED), files.root)
      if (process.env['EVIDENCE_SHOW'])
        console.log(
          name,
          right.share,
          wrong.share,
          JSON.stringify([...right.wrong, ...wrong.wrong].slice(0, 12), null, 1),
        )
      expect(right.share).toBeLessThanOrEqual(0.01)
      expect(wrong.share).toBeGreaterThanOrEqual(0.9)
    },
  )
})
