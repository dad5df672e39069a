import type { Target } from './targets.ts'

/** A contract cannot be the output schema of a model. The message says why. */
export class ModelSchemaError extends Error {
  override readonly name = 'ModelSchemaError'

  constructor(target: Target, reason: string) {
    super(`Cannot write a model schema for ${target}: ${reason}`)
  }
}
