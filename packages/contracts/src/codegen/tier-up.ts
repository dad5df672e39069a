import type { IsValid, SchemaNode } from '../schema/types.ts'
import { generate } from './generate.ts'
import { ShapeCensus } from './shape-census.ts'

/*
 * A schema validates 1,000 artifacts with the same member names, and then others in which each has other names.
 * After 128, the names had one order: code is generated that reads members through inline caches. Samples go on at random.
 * When a sample of the others has more shapes than V8's caches hold, the code is generated again, for objects of any shape.
 */

/** The number of validations after which code generation has paid off. */
const CALLS_BEFORE_CODEGEN = 128

/** The code is generated again after this many times as many validations. */
const REGENERATION_FACTOR = 16

/**
 * The validations from one sample for the census to the next, once code is generated. They are random: with a fixed
 * interval, all samples of a stream that repeats could be of the same kind, for example only the valid artifacts of a
 * stream in which every second one is broken.
 */
const randomInterval = (): number => 128 + Math.floor(256 * Math.random())

/** The number of samples between two decisions. */
const SAMPLES_PER_DECISION = 8

/** The function that validates by a schema, which changes as the schema is used. */
interface TieredFunctions {
  readonly current: () => IsValid
  /** To be called after each validation. */
  readonly count: (artifact: unknown) => void
}

/**
 * Returns the function of a schema: first the interpreter's, then a generated one, if `codeGeneration` is true.
 *
 * The code depends on how many shapes the objects have ({@link ShapeCensus}), and is generated again when that changes.
 * It is also generated again after about 2,048 validations, then after 32,768, and so on: V8's inline caches keep the
 * hidden classes of early, untypical objects, and new functions start with empty caches. Where the runtime forbids code
 * generation, the interpreter stays.
 */
export function tierUp(
  node: SchemaNode,
  { codeGeneration }: { readonly codeGeneration: boolean },
): TieredFunctions {
  const census = new ShapeCensus(node)
  let generated: IsValid | undefined
  let calls = 0
  let nextGeneration = CALLS_BEFORE_CODEGEN
  let interval = codeGeneration ? 1 : Infinity
  let untilSample = interval
  let samplesPerDecision = SAMPLES_PER_DECISION
  let untilDecision = CALLS_BEFORE_CODEGEN

  return {
    current: () => generated ?? node.isValid,
    count: (artifact) => {
      if (--untilSample === 0) sample(artifact)
    },
  }

  function sample(artifact: unknown): void {
    calls += interval
    try {
      census.add(artifact)
    } catch {
      // A getter of the artifact threw an error that it did not throw during the validation.
    }
    if (--untilDecision === 0) decide()
    if (generated) interval = randomInterval()
    untilSample = interval
  }

  function decide(): void {
    const hasChanged = census.update()
    // If the shapes change again and again, more samples are taken before the next decision.
    if (hasChanged && calls > CALLS_BEFORE_CODEGEN) samplesPerDecision *= 2
    untilDecision = samplesPerDecision
    if (calls >= nextGeneration) nextGeneration *= REGENERATION_FACTOR
    else if (!hasChanged) return
    try {
      generated = generate(node, census.fewShapes)
    } catch {
      interval = Infinity
    }
  }
}
