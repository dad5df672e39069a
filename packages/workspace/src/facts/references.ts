import { isObject } from '@workbench/contracts'

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
