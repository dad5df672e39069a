import { fixText, formatViolations, type Validator, type Verdict } from '@workbench/contracts/no-files'

import {
  completed,
  fromModelOutput,
  isIn,
  type FromModelOutputOptions,
  type ModelOutput,
} from './model-output/from-model-output.ts'
import { InvalidOutputError } from './invalid-output-error.ts'
import { type ModelSchema, type ModelSchemaOptions, toModelSchema } from './model-schema/to-model-schema.ts'

/** What a call of a model receives. */
export interface GenerateInput {
  /** The schema of the output. */
  readonly schema: ModelSchema
  /** The violations of the previous output, as text for the model. Undefined in the first attempt. */
  readonly feedback: string | undefined
  /** The previous output, as it was returned. Undefined in the first attempt. */
  readonly previous: unknown
  /** From 1. */
  readonly attempt: number
  readonly signal: AbortSignal | undefined
}

/** Calls a model once and returns its output: text or parsed JSON. */
export type Generate = (input: GenerateInput) => unknown

export interface GenerateArtifactOptions<T> extends ModelSchemaOptions, FromModelOutputOptions<T> {
  /** The maximum number of calls, an integer of at least 1. Default: 3. */
  readonly attempts?: number
  /** Called after each attempt; the next one waits for it. */
  readonly onAttempt?: (attempt: Attempt) => unknown
  readonly signal?: AbortSignal
}

/** One call of the model. */
export interface Attempt {
  /** From 1. */
  readonly attempt: number
  readonly output: unknown
  /** After the fixes. */
  readonly verdict: Verdict
}

export interface GeneratedArtifact<T> {
  readonly artifact: T
  /** The number of calls. */
  readonly attempts: number
}

/**
 * Calls a model until it writes a valid artifact. Violations that have a fix, which loses and guesses nothing, are fixed;
 * the others are the feedback of the next call.
 * @throws {InvalidOutputError} if the last output is invalid, with its verdict; without another call if only members that
 * the model cannot write are invalid.
 * @throws {ModelSchemaError} if the contract cannot be the schema of an output.
 * @throws {RangeError} if `attempts` is not an integer of at least 1.
 * @throws the reason of the signal if it is aborted, and what `generate` and `onAttempt` throw.
 */
export async function generateArtifact<T>(
  contract: Validator<T>,
  generate: Generate,
  options: GenerateArtifactOptions<T> = {},
): Promise<GeneratedArtifact<T>> {
  const { attempts = 3, omit = [], onAttempt, signal } = options
  if (!Number.isInteger(attempts) || attempts < 1)
    throw new RangeError(`Expected attempts to be an integer of at least 1; received ${attempts}`)
  const schema = toModelSchema(contract, options)
  let feedback: string | undefined
  let previous: unknown
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    const output = await generate({ schema: structuredClone(schema), feedback, previous, attempt, signal })
    const { verdict, artifact } = fixed(contract, fromModelOutput(contract, output, options), options)
    await onAttempt?.({ attempt, output, verdict })
    if (verdict.valid) return { artifact: artifact as T, attempts: attempt }
    const isForProgram = verdict.violations.every((violation) => isIn(omit, violation))
    if (attempt === attempts || isForProgram) throw new InvalidOutputError(verdict, output, attempt)
    feedback = formatViolations(verdict.violations, { more: verdict.more })
    previous = output
  }
}

/** Applies the fixes of the violations. If a JSON text is broken, its violations come first. */
function fixed<T>(
  contract: Validator<T>,
  output: ModelOutput<T>,
  options: FromModelOutputOptions<T>,
): ModelOutput<T> {
  if (output.verdict.valid || output.value === undefined) return output
  if (output.verdict.violations.some(({ schemaPath }) => schemaPath === undefined)) return output
  const text = textOf(output.value)
  return text === undefined ? output : completed(contract, JSON.parse(fixText(contract, text).text), options)
}

/** Undefined for a value that contains itself, or nests so deeply that `JSON.stringify`, which is recursive, throws. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
