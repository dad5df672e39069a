import type { KeywordName } from '@workbench/contracts/internal'
import { checkConst, checkEnum, checkType } from './allowed-values.ts'
import { answer, type KeywordCheck } from './keyword-check.ts'
import { checkPattern, limitChecks } from './limits.ts'
import { checkAdditionalProperties, checkItems, checkProperties, checkRequired } from './members.ts'

const checkReference: KeywordCheck = (conjunction, { constraints: { reference } }, context) =>
  reference ? answer(context.incompatibilities(conjunction, reference)) : 'compatible'

const checkConditional: KeywordCheck = (conjunction, { constraints: { conditional } }, context) =>
  conditional
    ? answer(context.incompatibilities(conjunction.assuming(conditional.if), conditional.then))
    : 'compatible'

/**
 * The check of each keyword; `ignored` if it constrains no value, or is compared together with another one. A change of a
 * schema that has an `undecided` one is neither proven nor disproven.
 */
export const checksByKeyword: Readonly<Record<KeywordName, KeywordCheck | 'ignored' | 'undecided'>> = {
  $schema: 'ignored',
  $id: 'ignored',
  $defs: 'ignored',
  $comment: 'ignored',
  title: 'ignored',
  description: 'ignored',
  default: 'ignored',
  examples: 'ignored',
  deprecated: 'ignored',
  format: 'ignored',
  type: checkType,
  const: checkConst,
  enum: checkEnum,
  pattern: checkPattern,
  ...limitChecks,
  required: checkRequired,
  properties: checkProperties,
  additionalProperties: checkAdditionalProperties,
  items: checkItems,
  $ref: checkReference,
  if: checkConditional,
  then: 'ignored',
}
