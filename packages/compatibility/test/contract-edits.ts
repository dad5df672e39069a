import type { Edit as FileEdit } from '@workbench/test-support/json/edit-json'
import type { Location } from './edit.ts'

/** An edit of a contract file, with its expected effect on a contract. */
interface ContractEdit {
  readonly file: string
  readonly name: string
  readonly edits: readonly FileEdit[]
  readonly verdict: 'compatible' | 'breaking' | 'unknown'
  readonly expected?: readonly Location[]
  /** The contract to compare, if it is another one that refers to the file; `file` by default. */
  readonly compared?: string
}

const breaking = (
  file: string,
  name: string,
  edits: readonly FileEdit[],
  path: string,
  rule: string,
  compared: string = file,
): ContractEdit => ({ file, name, edits, verdict: 'breaking', expected: [{ path, rule }], compared })

const compatible = (file: string, name: string, edits: readonly FileEdit[]): ContractEdit => ({
  file,
  name,
  edits,
  verdict: 'compatible',
})

export const contractEdits: readonly ContractEdit[] = [
  breaking('adr.v1', 'drivers required', [{ set: '/required/9', to: 'drivers' }], '/drivers', '/required'),
  compatible('adr.v1', 'context optional', [{ remove: '/required/6' }]),
  compatible('adr.v1', 'optional member added', [{ set: '/properties/review', to: { type: 'string' } }]),
  breaking(
    'compliance-check.v1',
    'gap removed',
    [{ remove: '/properties/gap' }],
    '/gap',
    '/additionalProperties',
  ),
  compatible('compliance-check.v1', 'null added to the type of gap', [
    { set: '/properties/gap/type', to: ['string', 'null'] },
  ]),
  breaking(
    'estimate.v1',
    'minItems 9 added to assumptions',
    [{ set: '/properties/assumptions/minItems', to: 9 }],
    '/assumptions',
    '/properties/assumptions/minItems',
  ),
  compatible('estimate.v1', 'minItems removed from items', [{ remove: '/properties/items/minItems' }]),
  breaking(
    'fact.v1',
    'pattern of id with more digits',
    [{ set: '/properties/id/pattern', to: '^fact-[0-9]{9,}$' }],
    '/id',
    '/properties/id/pattern',
  ),
  compatible('fact.v1', 'pattern of id removed', [{ remove: '/properties/id/pattern' }]),
  compatible('fact.v1', 'pattern of id with fewer digits', [
    { set: '/properties/id/pattern', to: '^fact-[0-9]{3,}$' },
  ]),
  breaking(
    'fact.v1',
    'null removed from the type of expires',
    [{ set: '/properties/expires/type', to: 'string' }],
    '/expires',
    '/properties/expires/type',
  ),
  compatible('fact.v1', 'format of expires removed', [{ remove: '/properties/expires/format' }]),
  breaking(
    'finding.v1',
    'severity info removed',
    [{ set: '/properties/severity/enum', to: ['critical', 'high', 'medium', 'low'] }],
    '/severity',
    '/properties/severity/enum',
  ),
  compatible('finding.v1', 'severity added', [{ set: '/properties/severity/enum/5', to: 'none' }]),
  breaking(
    'finding.v1',
    'maxLength of excerpt lowered',
    [{ set: '/$defs/evidence/properties/excerpt/maxLength', to: 599 }],
    '/evidence/0/excerpt',
    '/$defs/evidence/properties/excerpt/maxLength',
  ),
  compatible('finding.v1', 'line from integer to number', [
    { set: '/properties/location/properties/line/type', to: 'number' },
  ]),
  breaking(
    'finding.v1',
    'effortHours to integer, seen through review.v1',
    [{ set: '/properties/effortHours/type', to: 'integer' }],
    '/findings/0/effortHours',
    'finding.v1.schema.json#/properties/effortHours/type',
    'review.v1',
  ),
  breaking(
    'handoff.v1',
    'maximum added to tokensSpent',
    [{ set: '/properties/tokensSpent/maximum', to: 1_000_000 }],
    '/tokensSpent',
    '/properties/tokensSpent/maximum',
  ),
  compatible('handoff.v1', 'maxLength of summary raised', [
    { set: '/properties/summary/maxLength', to: 5000 },
  ]),
  breaking(
    'plan.v1',
    'items of outOfScope to objects',
    [{ set: '/properties/outOfScope/items', to: { type: 'object' } }],
    '/outOfScope/0',
    '/properties/outOfScope/items/type',
  ),
  compatible('plan.v1', 'items of outOfScope removed', [
    { set: '/properties/outOfScope', to: { type: 'array' } },
  ]),
  breaking(
    'requirement.v1',
    'type of title to null',
    [{ set: '/properties/title/type', to: ['null'] }],
    '/title',
    '/properties/title/type',
  ),
  compatible('requirement.v1', 'additionalProperties true', [{ set: '/additionalProperties', to: true }]),
  breaking(
    'review.v1',
    'metrics closed',
    [{ set: '/properties/metrics/additionalProperties', to: false }],
    '/metrics/other',
    '/properties/metrics/additionalProperties',
  ),
  compatible('review.v1', 'title and description changed', [
    { set: '/description', to: 'Outcome.' },
    { remove: '/title' },
  ]),
  breaking(
    'risk.v1',
    'maxLength added to owner',
    [{ set: '/properties/owner/maxLength', to: 20 }],
    '/owner',
    '/properties/owner/maxLength',
  ),
  compatible('risk.v1', 'properties reordered', [
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
    'provider removed',
    [{ set: '/properties/provider/enum', to: ['jira', 'github', 'gitlab'] }],
    '/provider',
    '/properties/provider/enum',
  ),
  compatible('tracker-item.v1', 'provider added', [{ set: '/properties/provider/enum/4', to: 'redmine' }]),
]
