import { isString, type Json } from '../json.ts'
import { DuplicateHandler } from '../json-text/duplicates.ts'
import { NUMBER, tokenize } from '../json-text/tokenizer.ts'
import type { FactOf } from '../violations/fact.ts'
import type { Accepts } from './convert-to-type.ts'
import type { Advice, Correction } from './correction.ts'
import { isShort } from './fits-into-fix.ts'

/** An object or an array that is encoded as JSON twice. */
export function jsonInText(
  { received, location, node, path }: FactOf<'type'>,
  accepts: Accepts,
): Correction | undefined {
  if (!isString(received) || !STARTS_LIKE_JSON.test(received)) return undefined
  const value = tryParse(received)
  if (value === undefined || !accepts(value)) return undefined
  const advice = adviceOnLosses(received)
  const isLossless = advice === undefined && isShort(value)
  return {
    advice,
    fix: isLossless ? [{ op: 'replace', path, value }] : undefined,
    remaining: { schema: node, location: { ...location, value } },
  }
}

/** Excludes most texts: an error of `JSON.parse` takes longer than everything else here. */
const STARTS_LIKE_JSON = /^\s*(?:\{\s*["}]|\[\s*[[\]{"\-\dtfn])/

function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** What to write, if `JSON.parse` loses a member of the text or changes the notation of a number. */
function adviceOnLosses(text: string): Advice | undefined {
  const handler = new LossHandler(text)
  tokenize(text, handler)
  const [duplicate] = handler.found
  if (duplicate) return { kind: 'write-json', duplicate: duplicate.name }
  return handler.changed === undefined ? undefined : { kind: 'write-json', literal: handler.changed }
}

class LossHandler extends DuplicateHandler {
  /** The first number that JavaScript writes differently. */
  changed: string | undefined
  readonly #text: string

  constructor(text: string) {
    super(1)
    this.#text = text
  }

  override scalar(offset: number): void {
    super.scalar(offset)
    NUMBER.lastIndex = offset
    const literal = NUMBER.exec(this.#text)?.[0]
    if (literal !== undefined && String(Number(literal)) !== literal) this.changed ??= literal
  }
}
