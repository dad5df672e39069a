import { JsonSyntaxError, tokenize } from './tokenizer.ts'

/** A text that is not corrected. */
interface Uncorrected {
  /** The first syntax error; none if the text is JSON. */
  readonly violations: readonly JsonSyntaxError[]
  readonly isLossless: false
  readonly losslessText: () => string
  readonly textIfAccepted: () => undefined
}

/** Finds the first syntax error of a text. */
export function findFirstError(text: string): Uncorrected {
  const withoutError: Uncorrected = {
    violations: [],
    isLossless: false,
    losslessText: () => text,
    textIfAccepted: () => undefined,
  }
  try {
    tokenize(text, {})
    return withoutError
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { ...withoutError, violations: [error] }
    throw error
  }
}
