import { escapeText } from '@workbench/contracts'
import type { ValidatedFile } from '@workbench/workspace'

const MAX_LINES = 20

/** In UTF-16 code units; ids of an artifact have no maximum length. */
const MAX_LINE_LENGTH = 500

/** The advice on valid artifacts, one per line; empty if there is none. */
export function adviceMessage(files: readonly ValidatedFile[]): string {
  const lines = files.flatMap(({ path, schema, advice = [] }) =>
    advice.map(({ path: pointer, message }) =>
      escapeText(`${path} (${schema}) ${pointer}: ${message}`.slice(0, MAX_LINE_LENGTH)),
    ),
  )
  if (lines.length === 0) return ''
  const more = lines.length - MAX_LINES
  return [
    'workbench: the artifacts are valid; advice on them:',
    ...lines.slice(0, MAX_LINES),
    ...(more > 0 ? [`… and ${more} more`] : []),
  ].join('\n')
}
