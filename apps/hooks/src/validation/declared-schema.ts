import { isRecord } from '../event/parse-event.ts'

/**
 * The contracts that a text may claim to follow: the `schema` of the object that it is, and the one that stands first in
 * its outermost object, where it is not quite JSON or gives the member twice. Only what can be a contract's id counts.
 */
export function declaredSchemas(bytes: Uint8Array): string[] {
  const text = decode(bytes)
  return [parsedSchema(text), FIRST_SCHEMA_MEMBER.exec(text)?.[1]].filter(
    (schema): schema is string => typeof schema === 'string' && /^[a-z][a-z0-9-]*\.v\d+$/.test(schema),
  )
}

/** The member of the first object, before anything that is nested in it; words or a code fence may stand before it. */
const FIRST_SCHEMA_MEMBER = /^[^{}[\]]*\{[^{}[\]]*?["']schema["']\s*:\s*["']([^"']*)["']/

/** Also of what is UTF-16, and without a byte-order mark. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString(isUtf16 ? 'utf16le' : 'utf8')
    .replace(/^\uFEFF/, '')
}

function parsedSchema(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && Object.hasOwn(value, 'schema') ? value['schema'] : undefined
  } catch {
    return undefined
  }
}
