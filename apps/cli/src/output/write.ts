import { escapeText } from '@workbench/contracts'
import { stringifyEscaped } from '@workbench/contracts/internal'

import type { Output } from '../context.ts'
import { withoutLegacyCommands, withoutWorkflowCommands } from './workflow-commands.ts'

/**
 * Writes complete lines of text. The caller has escaped foreign text with `escapeText()`, which keeps it on its line; this
 * function keeps the line from being a workflow command.
 */
export function writeText(output: Output, text: string): void {
  output.write(withoutWorkflowCommands(text))
}

/** Writes an error message on one line of standard error, and more lines for its details, if there are any. */
export function writeError(stderr: Output, message: string, details: readonly string[] = []): void {
  writeText(stderr, `${[`workbench: ${message}`, ...details].map(escapeText).join('\n')}\n`)
}

/** JSON text without control characters for a terminal and without commands that GitHub's runner would execute. */
export const toJson = (value: unknown, indentation?: number): string =>
  withoutLegacyCommands(stringifyEscaped(value, indentation))
