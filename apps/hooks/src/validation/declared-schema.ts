import { isContractId, isObject } from '@workbench/contracts'
import { tryParse } from '@workbench/contracts/internal'

/**
 * The contracts that a text declares in its `schema` member: the one that JSON.parse returns, and the first one in the
 * source, which is also found if the text is not valid JSON or repeats the member. Only strings in the form of a
 * contract id are returned.
 */
export function declaredSchemas(bytes: Uint8Array): string[] {
  const text = decode(bytes)
  // The name can be written with escapes.
  if (!text.includes('schema') && !text.includes('\\u')) return []
  return [parsedSchema(text), FIRST_SCHEMA_MEMBER.exec(text)?.[1]].filter(isContractId)
}

/** The member of the first object, before any nested value. Text or a Markdown code fence may precede the object. */
const FIRST_SCHEMA_MEMBER = /^[^{}[\]]*\{[^{}[\]]*?["']schema["']\s*:\s*["']([^"']*)["']/

/** Decodes UTF-8 and, with its byte-order mark, UTF-16. Removes the mark. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString(isUtf16 ? 'utf16le' : 'utf8')
    .replace(/^\uFEFF/, '')
}

function parsedSchema(text: string): unknown {
  const value: unknown = tryParse(text)
  return isObject(value) && Object.hasOwn(value, 'schema') ? value['schema'] : undefined
}
