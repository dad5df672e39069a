import { join } from 'node:path'

import { readFile, UnreadableFileError } from '../../files/read-file.ts'
import { type Json, parseText } from '@workbench/json-text'

/** The folder of examples, beside the directory of the contracts. */
const EXAMPLES = join('..', 'examples')

/** The artifact in `../examples/<id>.json` of the directory of the contracts. Undefined if there is none that can be read. */
export function readExample(directory: string, id: string): Json | undefined {
  try {
    const { json, violations } = parseText(readFile(join(directory, EXAMPLES, `${id}.json`)).bytes, 1)
    return violations.length === 0 ? (json?.value as Json | undefined) : undefined
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined
    throw error
  }
}
