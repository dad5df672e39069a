import type { Edit as FileEdit } from '../rules/edit.ts'
import type { Place } from './edits.ts'

/** An edit of a contract file, and what it means for the contract. */
export interface ContractEdit {
  readonly file: string
  readonly name: string
  readonly edits: readonly FileEdit[]
  readonly verdict: 'compatible' | 'breaking' | 'unknown'
  readonly expected?: readonly Place[]
  /** The contract that is judged, where it is another one, which refers to the file. */
  readonly judged?: string
}

const breaking = (
  file: string,
  name: string,
  edits: readonly FileEdit[],
  path: string,
  rule: string,
  judged: string = file,
): ContractEdit => ({ file, name, edits, verdict: 'breaking', expected: [{ path, rule }], judged })

const compatible = (file: string, name: string, edits: readonly FileEdit[]): ContractEdit => ({
  file,
  name,
  edits,
  verdict: 'compatible',
})

export const contractEdits: readonly ContractEdit[] = [
  breaking('adr.v1', 'drivers required', [{ set: '/required/9', to: 'drivers' }], '/drivers', '/required'),
  compatible('adr.v1', 'context optional', [{ remove: '/required/6' }]),
  compatible('adr.v1', 'a new optional member', [{ set: '/properties/review', to: { type: 'string' } }]),
  breaking(
    'compliance-check.v1',
    'gap removed',
    [{ remove: '/properties/gap' }],
    '/gap',
    '/additionalProperties',
  ),
  compatible('compliance-check.v1', 'gap may be null', [
    { set: '/properties/gap/type', to: ['string', 'null'] },
  ]),
  breaking(
    'estimate.v1',
    'nine assumptions',
    [{ set: '/properties/assumptions/minItems', to: 9 }],
    '/assumptions',
    '/properties/assumptions/minItems',
  ),
  compatible('estimate.v1', 'no item required', [{ remove: '/properties/items/minItems' }]),
  breaking(
    'fact.v1',
    'longer numbers',
    [{ set: '/properties/id/pattern', to: '^fact-[0-9]{9,}$' }],
    '/id',
    '/properties/id/pattern',
  ),
  compatible('fact.v1', 'any id', [{ remove: '/properties/id/pattern' }]),
  {
    file: 'fact.v1',
    name: 'shorter numbers',
    edits: [{ set: '/properties/id/pattern', to: '^fact-[0-9]{3,}$' }],
    verdict: 'unknown',
    expected: [{ path: '/id', rule: '/properties/id/pattern' }],
  },
  breaking(
    'fact.v1',
    'expires never null',
    [{ set: '/properties/expires/type', to: 'string' }],
    '/expires',
    '/properties/expires/type',
  ),
  compatible('fact.v1', 'expires without its format', [{ remove: '/properties/expires/format' }]),
  breaking(
    'finding.v1',
    'info removed',
    [{ set: '/properties/severity/enum', to: ['critical', 'high', 'medium', 'low'] }],
    '/severity',
    '/properties/severity/enum',
  ),
  compatible('finding.v1', 'a new severity', [{ set: '/properties/severity/enum/5', to: 'none' }]),
  breaking(
    'finding.v1',
    'shorter excerpts',
    [{ set: '/$defs/evidence/properties/excerpt/maxLength', to: 599 }],
    '/evidence/0/excerpt',
    '/$defs/evidence/properties/excerpt/maxLength',
  ),
  compatible('finding.v1', 'lines that are numbers', [
    { set: '/properties/location/properties/line/type', to: 'number' },
  ]),
  breaking(
    'finding.v1',
    'whole hours, for a review',
    [{ set: '/properties/effortHours/type', to: 'integer' }],
    '/findings/0/effortHours',
    'finding.v1.schema.json#/properties/effortHours/type',
    'review.v1',
  ),
  breaking(
    'handoff.v1',
    'a limit of tokens',
    [{ set: '/properties/tokensSpent/maximum', to: 1_000_000 }],
    '/tokensSpent',
    '/properties/tokensSpent/maximum',
  ),
  compatible('handoff.v1', 'a longer summary', [{ set: '/properties/summary/maxLength', to: 5000 }]),
  breaking(
    'plan.v1',
    'other things out of scope',
    [{ set: '/properties/outOfScope/items', to: { type: 'object' } }],
    '/outOfScope/0',
    '/properties/outOfScope/items/type',
  ),
  compatible('plan.v1', 'any list out of scope', [{ set: '/properties/outOfScope', to: { type: 'array' } }]),
  breaking(
    'requirement.v1',
    'titles that are null',
    [{ set: '/properties/title/type', to: ['null'] }],
    '/title',
    '/properties/title/type',
  ),
  compatible('requirement.v1', 'open to more', [{ set: '/additionalProperties', to: true }]),
  breaking(
    'review.v1',
    'closed metrics',
    [{ set: '/properties/metrics/additionalProperties', to: false }],
    '/metrics/other',
    '/properties/metrics/additionalProperties',
  ),
  compatible('review.v1', 'other words', [{ set: '/description', to: 'Outcome.' }, { remove: '/title' }]),
  breaking(
    'risk.v1',
    'short owners',
    [{ set: '/properties/owner/maxLength', to: 20 }],
    '/owner',
    '/properties/owner/maxLength',
  ),
  compatible('risk.v1', 'members reordered', [
    {
      set: '/required',
      to: [
        'status',
        'owner',
        'mitigation',
        'impactEur',
        'probability',
        'category',
        'title',
        'id',
        'producedBy',
        'schema',
      ],
    },
  ]),
  breaking(
    'tracker-item.v1',
    'a provider removed',
    [{ set: '/properties/provider/enum', to: ['jira', 'github', 'gitlab'] }],
    '/provider',
    '/properties/provider/enum',
  ),
  compatible('tracker-item.v1', 'a provider added', [{ set: '/properties/provider/enum/4', to: 'redmine' }]),
]
