import type { Versioned } from '../domain/version.ts'

/** The response with a single project or task. */
export function toResourceResponse<T>({ resource, version }: Versioned<T>): {
  status: 200
  body: T
  version: string
} {
  return { status: 200, body: resource, version }
}
