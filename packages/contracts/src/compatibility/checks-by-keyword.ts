import type { ComparedKeyword } from './compared-keywords.ts'
import { checkConst, checkEnum, checkType } from './keyword-checks/allowed-values.ts'
import type { KeywordCheck } from './keyword-checks/keyword-check.ts'
import { checkPattern, limitChecks } from './keyword-checks/limits.ts'
import {
  checkAdditionalProperties,
  checkItems,
  checkProperties,
  checkRequired,
} from './keyword-checks/members.ts'

const checkReference: KeywordCheck = (conjunction, { constraints: { reference } }, context) =>
  reference ? context.incompatibilities(conjunction, reference) : []

const checkConditional: KeywordCheck = (conjunction, { constraints: { conditional } }, context) =>
  conditional ? context.incompatibilities(conjunction.assuming(conditional.if), conditional.then) : []

/** One check for each keyword that constrains a value, unless it is undecided: see compared-keywords.ts. */
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
  then: () => [],
}
