/**
 * Contracts as output schemas of language models, and a loop that repairs invalid output.
 * @module
 */
export {
  type Attempt,
  generateArtifact,
  type GenerateArtifactOptions,
  type GeneratedArtifact,
  type Generate,
  type GenerateInput,
} from './generate-artifact.ts'
export { InvalidOutputError } from './invalid-output-error.ts'
export {
  fromModelOutput,
  type FromModelOutputOptions,
  type InvalidOutput,
  type ModelOutput,
  type ValidOutput,
} from './model-output/from-model-output.ts'
export { ModelSchemaError } from './model-schema/model-schema-error.ts'
export { type ModelSchema, type ModelSchemaOptions, toModelSchema } from './model-schema/to-model-schema.ts'
export type { Target } from './model-schema/targets.ts'
