import { join } from 'node:path'

import { escapeText, fixText, type Validator } from '@workbench/contracts'

/** Larger artifacts are not tried, in bytes: an event has one deadline. */
const MAX_BYTES = 256 * 1024

/**
 * The shell command that makes an artifact valid without losing anything; undefined if there is none. It runs a program
 * beside this bundle, because the plugin must not depend on an installed command.
 */
export function fixCommand(file: string, bytes: Uint8Array, contract: Validator): string | undefined {
  if (bytes.length > MAX_BYTES || escapeText(file) !== file) return undefined
  if (!fixText(contract, bytes).verdict.valid) return undefined
  return `node ${quoteForShell(join(import.meta.dirname, 'fix.cjs'))} ${quoteForShell(file)}`
}

/** Quotes a word for a POSIX shell. */
const quoteForShell = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`
