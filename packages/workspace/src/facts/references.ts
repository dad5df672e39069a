import { isObject } from '@workbench/contracts'
import { tryParse } from '@workbench/contracts/internal'

import { readConfined } from '../files/confined-file.ts'
import type { WorkingArea } from '../working-area.ts'
import { isFactId } from './fact-file.ts'

/** Which facts a fact supersedes: they stay superseded if its content is gone. Empty if it supersedes none. */
export interface References {
  readonly supersedes?: string
  readonly links?: readonly string[]
}

/** Those of a fact, of its record or of its tombstone. */
export function referencesOf(value: unknown): References {
  const { supersedes, links } = isObject(value) ? value : {}
  if (!isId(supersedes)) return {}
  return { supersedes, ...(Array.isArray(links) && links.length > 0 && { links: links.filter(isId) }) }
}

const isId = (value: unknown): value is string => typeof value === 'string' && isFactId(value)

/** The value of a JSON file of the working area; undefined if it cannot be read, is a link out of the project, or no JSON. */
export function readValue(file: string, { root }: WorkingArea): unknown {
  try {
    return tryParse(Buffer.from(readConfined(file, [root]).bytes).toString())
  } catch {
    return undefined
  }
}
