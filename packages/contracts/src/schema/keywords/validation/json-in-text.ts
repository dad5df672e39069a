import { isString, type Json } from '../../../json.ts'
import { DuplicateHandler } from '../../../json-text/duplicates.ts'
import { NUMBER, tokenize } from '../../../json-text/tokenizer.ts'
import type { Location } from '../../../violations/location.ts'
import { quote, truncate } from '../../../violations/messages.ts'
import type { SchemaNode } from '../../types.ts'
import type { Correction } from './assertion.ts'
import { isShort } from './fits-into-fix.ts'

/** An object or an array that is encoded as JSON twice. */
export function parseJson(
  location: Location,
  node: SchemaNode,
  accepts: (value: unknown) => boolean,
): Correction | undefined {
  const { value } = location
  if (!isString(value) || !STARTS_LIKE_JSON.test(value)) return undefined
  const parsed = tryParse(value)
  if (parsed === undefined || !accepts(parsed)) return undefined
  const advice = adviceOnLosses(value)
  return {
    replacement: advice === undefined && isShort(parsed) ? parsed : undefined,
    ...(advice !== undefined && { advice }),
    collectRemaining: (collector) => {
      node.collectViolations({ ...location, value: parsed }, collector)
    },
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
function adviceOnLosses(text: string): string | undefined {
  const handler = new LossHandler(text)
  tokenize(text, handler)
  const [duplicate] = handler.found
  const exception = duplicate
    ? `, with ${quote(duplicate.name)} only once`
    : handler.changed === undefined
      ? undefined
      : `, with ${truncate(handler.changed)} as it is`
  return exception && `; write the JSON itself in place of the string${exception}`
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
