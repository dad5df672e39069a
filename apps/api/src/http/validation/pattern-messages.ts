import type { OpenApiDocument } from '../../openapi/document.ts'

/** The `x-message` of each `pattern` that the server validates, by the pattern. */
export type PatternMessages = ReadonlyMap<string, string>

/** @param document with the schemas of `toServerSchemas` */
export function readPatternMessages(document: OpenApiDocument): PatternMessages {
  const messages = new Map<string, string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('pattern' in value && 'x-message' in value)
      messages.set(String(value.pattern), String(value['x-message']))
    Object.values(value).forEach(visit)
  }
  visit(document)
  return messages
}
