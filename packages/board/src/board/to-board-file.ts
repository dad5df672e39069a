import { compileSchema, fixText, isObject } from '@workbench/contracts'
import { tryParse } from '@workbench/contracts/internal'
import { readConfined, type ValidatedFile } from '@workbench/workspace'

import type { Artifact, BoardFile } from '../model/board-file.ts'
import { summarize } from '../views/summarize.ts'

/** The contracts whose artifacts are compared with others. */
const COMPARED = new Set(['plan.v1', 'handoff.v1'])

const ANYTHING = compileSchema({ $id: 'any' })

/** Adds what the board needs to know of an artifact to the verdict on it. */
export function toBoardFile(
  { wave, agent }: Pick<BoardFile, 'wave' | 'agent'>,
  verdict: ValidatedFile,
  value: unknown,
): BoardFile {
  const producer = isObject(value) ? value['producedBy'] : undefined
  return {
    ...verdict,
    wave,
    agent,
    producer: typeof producer === 'string' ? producer : undefined,
    summary: summarize(value, verdict),
    ...(COMPARED.has(verdict.schema ?? '') && { value }),
  }
}

/** The content of a file; its members are undefined if the file cannot be read, or is outside of the roots. */
export function readContent(file: string, roots: readonly string[]): Omit<Artifact, 'file'> {
  try {
    const { bytes } = readConfined(file, roots)
    const text = new TextDecoder().decode(bytes)
    // Syntax errors are fixed if that is possible without guessing.
    return { text, value: tryParse(text) ?? tryParse(fixText(ANYTHING, bytes).text) }
  } catch {
    return { text: undefined, value: undefined }
  }
}
