import { type Case, originalPointer } from './corpus/case.ts'
import { type AnswerViolation, isTextViolation } from './fixer/answer.ts'
import { locatedTextMistakes } from './fixer/fixer.ts'
import { differences } from './json/differences.ts'
import { isAtOrBelow, overlap } from './json/pointer.ts'
import type { Round } from './rounds.ts'

/** The scores of one case. */
export interface Score {
  /** The rewritten text is valid. */
  readonly isValid: boolean
  /** The first answer names every mistake, and the second one has no violation that the first did not contain or imply. */
  readonly isReported: boolean
  /** The contestant restored the original by its own means. */
  readonly isRestored: boolean
  /** The rewritten or the restored text is valid, but has another meaning at a pointer that no violation names. */
  readonly isChanged: boolean
}

/** @param isValid whether the rewritten text is a valid artifact, determined in the same way for all contestants */
export function scoreRound(round: Round, isValid: boolean): Score {
  const { broken, restored } = round
  const restoredValue = restored === undefined ? undefined : (JSON.parse(restored) as unknown)
  const restoredDiffers = restored !== undefined && differences(restoredValue, broken.original).length > 0
  return {
    isValid,
    isReported: unnamedMistakes(round).length === 0 && newViolations(round).length === 0,
    isRestored: restored !== undefined && !restoredDiffers,
    isChanged:
      (isValid && silentChanges(round).length > 0) ||
      (restoredDiffers && unacceptedChanges(broken, restoredValue).length > 0),
  }
}

/** The classes of the mistakes that no violation of the first answer names. */
export function unnamedMistakes({ broken, first }: Round): string[] {
  const { textMistakes, touched, accepted, unwritten } = broken
  const located = locatedTextMistakes(broken, first.violations)
  const inText = textMistakes
    .filter(({ mistake }) => !located.has(mistake))
    .map(({ mistake }) => mistake.name)
  const inValue = touched.filter(
    (pointers) =>
      !pointers.some((pointer) => accepted.includes(pointer) || unwritten.includes(pointer)) &&
      !first.violations.some(
        (violation) => !isTextViolation(violation) && pointers.some((pointer) => names(violation, pointer)),
      ),
  )
  return [...('recovered' in first ? [] : inText), ...inValue.map(([pointer = '']) => pointer)]
}

const names = (violation: AnswerViolation, pointer: string): boolean =>
  isAtOrBelow(violation.path, pointer) || implies(violation, pointer)

/** The violations of the second answer that the first one did not contain or imply, without those of content that was not in the text. */
export function newViolations({ broken, first, rewritten, second }: Round): AnswerViolation[] {
  const firstMistakes = locatedTextMistakes(broken, first.violations)
  // The rewritten artifact can have the content at its original pointer.
  const unwritten = broken.unwritten.flatMap((pointer) => [pointer, originalPointer(broken, pointer)])
  return second.violations.filter((violation) => {
    // Without known mistakes in the text, for example of a program that fixes it, the violations are compared.
    if (isTextViolation(violation) && rewritten.textMistakes.length > 0) {
      const mistakes = locatedTextMistakes({ ...broken, written: rewritten.value, ...rewritten }, [violation])
      return ![...mistakes].every((mistake) => firstMistakes.has(mistake))
    }
    if (unwritten.some((pointer) => isAtOrBelow(violation.path, pointer))) return false
    return !first.violations.some((known) => contains(known, violation) || implies(known, violation.path))
  })
}

const contains = (known: AnswerViolation, { path, keyword }: AnswerViolation): boolean =>
  known.path === path && known.keyword === keyword

/** A template describes the shape of everything below it. */
const implies = ({ path, template }: AnswerViolation, pointer: string): boolean =>
  template !== undefined && isAtOrBelow(pointer, path)

/** The pointers at which the rewritten value differs from the original although no violation names them. */
export function silentChanges({ broken, first, rewritten }: Round): string[] {
  const named = first.violations.filter((violation) => !isTextViolation(violation)).map(({ path }) => path)
  const isNamed = (pointer: string): boolean => named.some((path) => overlap(path, pointer))
  return unacceptedChanges(broken, rewritten.value).filter((pointer) => {
    const mistakes = broken.touched.filter((touched) => touched.some((each) => overlap(each, pointer)))
    return !isNamed(pointer) && !mistakes.flat().some(isNamed)
  })
}

/** The pointers at which a value differs from the original, without mistakes that the contract accepts. */
export const unacceptedChanges = ({ original, accepted }: Case, value: unknown): string[] =>
  differences(value, original).filter((pointer) => accepted.every((each) => !overlap(each, pointer)))
