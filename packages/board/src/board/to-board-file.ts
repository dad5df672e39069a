import { compileSchema, fixText, isObject } from '@workbench/contracts'
import { tryParse } from '@workbench/contracts/internal'
import { attempt, readConfined, type ValidatedFile } from '@workbench/workspace'

import type { BoardFile } from '../model/board-file.ts'
import { summarize } from '../views/summarize.ts'

const ANYTHING = compileSchema({ $id: 'any' })

/** Adds what the board needs to know of an artifact to the verdict on it. */
export function toBoardFile(
  { wave, agent }: Pick<BoardFile, 'wave' | 'agent'>,
  verdict: ValidatedFile,
  value: unknown,
): BoardFile {
  const name = isObject(value) ? value['producedBy'] : undefined
  const producer = typeof name === 'string' ? name : undefined
  return { ...verdict, wave, agent, producer, summary: summarize(value, verdict), value }
}

/** The text of a file; undefined if it cannot be read, or is outside of the roots. */
export const readText = (file: string, roots: readonly string[]): string | undefined =>
  attempt(() => new TextDecoder().decode(readConfined(file, roots).bytes))

/** The value of a file, whose syntax errors are fixed if that is possible without guessing; else undefined. */
export function readValue(file: string, roots: readonly string[]): unknown {
  const text = readText(file, roots) ?? ''
  return tryParse(text) ?? attempt(() => tryParse(fixText(ANYTHING, Buffer.from(text)).text))
}
