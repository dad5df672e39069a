import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { openContracts } from '@workbench/contracts'

import {
  type BrokenText,
  brokenTexts,
} from '../../../packages/test-support/src/json-mistakes/broken-texts.ts'
import { describeFailures } from './failures.ts'
import { repairersFor } from './repairers.ts'
import { reportKinds, reportOutcomes } from './report.ts'
import { reportFurtherOutcomes, reportReadings } from './report-further.ts'
import { tallyRepairs } from './tally.ts'

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url))
const contracts = openContracts({ directory: path('schemas') })
const risk = readFileSync(path('docs/examples/valid/risk.v1.json'), 'utf8')
const texts = Array.from(
  brokenTexts({
    seed: 1,
    count: 20,
    kinds: ['comma doubled', 'end cut off'],
    isValid: (id, artifact) => contracts.get(id).is(artifact),
  }),
)
const original = (text: string): BrokenText['original'] => {
  const broken = texts.find((each) => each.text === text)
  if (!broken) throw new Error('There is no such text')
  return broken.original
}
const restorer = {
  name: 'restorer',
  repair: (_: string, text: string) => ({ text: original(text).text, isValid: true }),
}
const emptier = { name: 'emptier', repair: () => ({ text: '{}', isValid: true }) }

describe('tallyRepairs()', () => {
  const [restored, emptied] = tallyRepairs(texts, [restorer, emptier])

  it('counts the outcomes of each program by kind', () => {
    expect(restored).toMatchObject({ total: { restored: 20, left: 0, changed: 0, lost: 0 }, failures: [] })
    expect(emptied?.total).toEqual({ restored: 0, left: 0, changed: 0, lost: 20 })
    expect(emptied?.kinds.get('end cut off')).toEqual({ restored: 0, left: 0, changed: 0, lost: 10 })
  })

  it('keeps three failures of each kind, which describeFailures() prints', () => {
    expect(emptied?.failures).toHaveLength(6)
    expect(describeFailures(emptied?.failures ?? [])).toMatch(/^== comma doubled: lost [^]*result: {3}"\{\}"/)
  })

  it('is reported with shares', () => {
    if (!restored || !emptied) throw new Error('There are no tallies')
    expect(reportOutcomes([restored, emptied], [])).toMatch(
      /\| restored, one mistake \| 20 \| 65 % \| 100 % \| 0 % \|/,
    )
    expect(reportKinds(emptied, ['end cut off'])).toMatch(
      /\| end cut off \| 10 \| 0 % \| 0 % \| 0 % \| 100 % \|/,
    )
  })

  it('is reported with the kinds that can be read in two ways', () => {
    if (!restored || !emptied) throw new Error('There are no tallies')
    expect(reportFurtherOutcomes([restored, emptied], [])).toMatch(
      /\| changed or lost, one mistake \| 20 \| 0.3 % \| 0 % \| 100 % \|/,
    )
    const edits = () => []
    const kinds = [
      { name: 'comma doubled', edits },
      { name: 'end cut off', ambiguous: 'the rest is not in the text', edits },
    ]
    const readings = reportReadings(emptied, kinds)
    expect(readings).toMatch(/\| end cut off \| the rest is not in the text \| original \| 100 % \|/)
    expect(readings).not.toContain('comma doubled')
  })
})

describe.each(repairersFor(contracts).map((repairer) => [repairer.name, repairer] as const))(
  '%s',
  (_, { repair }) => {
    it('restores an artifact with a comma before its last bracket', () => {
      const repaired = repair('risk.v1', risk.replace(/\n\}\s*$/, ',\n}'))
      expect(repaired.isValid).toBe(true)
      expect(JSON.parse(repaired.text)).toEqual(JSON.parse(risk))
    })

    it('returns a text that it cannot repair as it is', () => {
      expect(repair('finding.v1', '{"schema":')).toEqual({ text: '{"schema":', isValid: false })
    })
  },
)
