import type { ComparedKeyword } from '../schemas/compared-keywords.ts'
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

/** One check for each keyword that constrains a value and is not undecided: see compared-keywords.ts. */
export const checksByKeyword: Readonly<Record<ComparedKeyword, KeywordCheck>> = {
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
  // Compared together with `if`.
  then: () => 'compatible',
}
