import type { KeywordName } from '@workbench/contracts/internal'

import type { Schema } from '../shape/shape.ts'

/** How a model learns what a keyword of a contract demands. */
interface ModelKeyword {
  /** Whether the schema of the model has the keyword as it is, if the target enforces it. */
  readonly isCopied: boolean
  /** What the description says if the target does not enforce it. */
  readonly phrase: (value: unknown, schema: Schema) => string
}

const copied = (phrase: ModelKeyword['phrase']): ModelKeyword => ({ isCopied: true, phrase })
const described = (phrase: ModelKeyword['phrase']): ModelKeyword => ({ isCopied: false, phrase })

/** Of every keyword; undefined if the shape of the values has it, or their description, or it says nothing to a model. */
export const KEYWORDS: Readonly<Record<KeywordName, ModelKeyword | undefined>> = {
  pattern: copied((value) => `It matches the regular expression ${String(value)}.`),
  format: copied((value) => `Format: ${String(value)}.`),
  maxLength: copied((value) => `At most ${count(value, 'character')}.`),
  minimum: copied((value) => `At least ${String(value)}.`),
  maximum: copied((value) => `At most ${String(value)}.`),
  minItems: copied((value) => `At least ${count(value, 'item')}.`),
  default: described((value) => `Default: ${JSON.stringify(value)}.`),
  if: described(
    (value, { then }) =>
      `If it is valid against ${JSON.stringify(value)}, it must be valid against ${JSON.stringify(then)}, where a member that is null counts as absent.`,
  ),
  then: undefined,
  type: undefined,
  const: undefined,
  enum: undefined,
  required: undefined,
  properties: undefined,
  additionalProperties: undefined,
  items: undefined,
  $ref: undefined,
  $defs: undefined,
  title: undefined,
  description: undefined,
  examples: undefined,
  deprecated: undefined,
  $schema: undefined,
  $id: undefined,
  $comment: undefined,
}

const count = (value: unknown, noun: string): string => `${String(value)} ${noun}${value === 1 ? '' : 's'}`
