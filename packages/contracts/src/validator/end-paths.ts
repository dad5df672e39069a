import { isString } from '../json.ts'
import { parentOf, type Pointer, token } from '../pointer.ts'
import type { CorrectedFact } from '../corrections/correction.ts'
import { tokenize } from '../json-text/tokenizer.ts'

/** The values that are incomplete because a text was truncated. */
export class EndPaths {
  /** The containers that are open at the end. */
  readonly open: readonly Pointer[]
  /** The last value, if it was cut. */
  readonly cut: Pointer | undefined

  constructor(open: readonly Pointer[], cut: Pointer | undefined) {
    this.open = open
    this.cut = cut
  }

  /** Leaves out violations that may only exist because the text is truncated. */
  withoutConsequences(facts: readonly CorrectedFact[]): readonly CorrectedFact[] {
    const { open, cut } = this
    return facts.filter(({ fact: { path, anchor, keyword, conditions, location } }) => {
      // The rest of an object can make the condition of a violation false.
      if (conditions.length > 0) return false
      // The rest of a value changes neither its name nor its type, except of a number, which can become an integer.
      if (keyword === 'type') return path !== cut || isString(location.value)
      return (
        path !== cut && (anchor === 'name' || !open.includes(anchor === 'container' ? parentOf(path) : path))
      )
    })
  }
}

/** @param text a JSON text without the closing brackets at its end */
export function endPaths(text: string, isValueCut: boolean): EndPaths {
  const paths = ['']
  for (const segment of tokenize(text, {})) paths.push(`${paths.at(-1)}${token(segment)}`)
  return new EndPaths(paths.slice(0, -1), isValueCut ? paths.at(-1) : undefined)
}
