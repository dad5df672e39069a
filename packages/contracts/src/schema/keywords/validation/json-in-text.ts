import { isString, tryParse } from '../../../json.ts'
import { findDuplicates } from '../../../json-text/duplicates.ts'
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

/** What to write, if `JSON.parse` loses a member of the text or changes the notation of a number. */
function adviceOnLosses(text: string): string | undefined {
  const [duplicate] = findDuplicates(text, 1).found
  const changed = duplicate ? undefined : firstChangedNumber(text)
  const exception = duplicate
    ? `, with ${quote(duplicate.name)} only once`
    : changed === undefined
      ? undefined
      : `, with ${truncate(changed)} as it is`
  return exception && `; write the JSON itself in place of the string${exception}`
}

/** The first number that JavaScript writes differently. */
function firstChangedNumber(text: string): string | undefined {
  let changed: string | undefined
  const scalar = (offset: number) => {
    NUMBER.lastIndex = offset
    const literal = NUMBER.exec(text)?.[0]
    if (literal !== undefined && String(Number(literal)) !== literal) changed ??= literal
  }
  tokenize(text, { scalar })
  return changed
}
