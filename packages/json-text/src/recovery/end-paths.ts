import { isString } from '../values/json.ts'
import { parentOf, type Pointer, token } from '../values/pointer.ts'
import { tokenize } from '../text/tokenizer.ts'
import type { ValueError } from './recovery-options.ts'

/** The values that are incomplete because a text was truncated. */
export class EndPaths {
  /** The containers that are open at the end. */
  readonly open: readonly Pointer[]
  /** The last value, if it was cut. */
  readonly cut: Pointer | undefined

  /** @param text a JSON text without the closing brackets at its end */
  constructor(text: string, { isValueCut }: { readonly isValueCut: boolean }) {
    const paths = ['']
    for (const segment of tokenize(text, {})) paths.push(`${paths.at(-1)}${token(segment)}`)
    this.open = paths.slice(0, -1)
    this.cut = isValueCut ? paths.at(-1) : undefined
  }

  /** Whether an error may only exist because the text is truncated. */
  isConsequence({ path, about, value, isConditional }: ValueError): boolean {
    // The rest of an object can make the condition of an error false.
    if (isConditional) return true
    const isCut = path === this.cut
    // The rest of a value changes neither its name nor its type, except of a number, which can become an integer.
    if (about === 'type') return isCut && !isString(value)
    return isCut || (about !== 'name' && this.open.includes(about === 'container' ? parentOf(path) : path))
  }
}
