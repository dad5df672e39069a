import { escapeText, stringifyEscaped } from '@workbench/contracts'

import { type CommandContext, type Output, waitForDrain } from '../context.ts'
import { withoutLegacyCommands, withoutWorkflowCommands } from './workflow-commands.ts'

/**
 * Writes complete lines of text. The caller has escaped foreign text with `escapeText()`, which keeps it on its line; this
 * function keeps the line from being a workflow command.
 */
export function writeText(output: Output, text: string): void {
  output.write(withoutWorkflowCommands(text))
}

const CHUNK_LENGTH = 65_536

/** Writes parts of a text, as many at a time as make up a chunk. */
export async function writeParts(
  output: CommandContext['stdout'],
  parts: Iterable<string>,
  write: (output: Output, text: string) => void = writeText,
): Promise<void> {
  let chunk = ''
  for (const part of parts) {
    chunk += part
    if (chunk.length < CHUNK_LENGTH) continue
    write(output, chunk)
    chunk = ''
    await waitForDrain(output)
  }
  write(output, chunk)
}

/** Writes an error message on one line of standard error, and more lines for its details, if there are any. */
export function writeError(stderr: Output, message: string, details: readonly string[] = []): void {
  writeText(stderr, `${[`workbench: ${message}`, ...details].map(escapeText).join('\n')}\n`)
}

/** JSON text without control characters for a terminal and without commands that GitHub's runner would execute. */
export const toJson = (value: unknown, indentation?: number): string =>
  withoutLegacyCommands(stringifyEscaped(value, indentation))
