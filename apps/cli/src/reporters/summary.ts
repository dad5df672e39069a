import { escapeText } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { type Result, statusOf } from './reporter.ts'
import type { Colors } from '../output/colors.ts'

/** The totals of the results as one line. */
export function formatSummary(results: readonly Result[], colors?: Colors): string {
  const summary = totalsOf(results)
  if (!colors) return summary
  return statusOf(results) === 0 ? colors.green(summary) : colors.red(summary)
}

function totalsOf(results: readonly Result[]): string {
  const invalid = results.filter(({ violations }) => violations.length > 0)
  const unread = results.filter(({ error }) => error !== undefined).length
  const [{ file, schema } = { file: '', schema: undefined }] = results
  const valid = results.length - invalid.length - unread
  if (results.length === 1 && valid === 1) return `${escapeText(file)} is a valid ${schema ?? 'artifact'}`
  const parts = [`${pluralize(valid, 'file')} valid`]
  if (invalid.length > 0) {
    const more = invalid.reduce((sum, { more: unlisted = 0 }) => sum + unlisted, 0)
    const listed = invalid.reduce((sum, { violations }) => sum + violations.length, 0)
    const atLeast = more > 0 ? 'at least ' : ''
    parts.push(`${invalid.length} invalid with ${atLeast}${pluralize(listed + more, 'violation')}`)
  }
  if (unread > 0) parts.push(`${unread} not validated`)
  const isSame = schema !== undefined && results.every((result) => result.schema === schema)
  return `${isSame ? `${schema}: ` : ''}${parts.join(', ')}`
}
