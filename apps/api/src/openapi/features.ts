import type { OpenApiDocument } from './document.ts'

const CHANGES_PATH = '/api/v1/changes'
const CHANGES_TAG = 'Changes'

/** Returns the document without the operation for changes, which a server offers only if it records them. */
export function withoutChanges(document: OpenApiDocument): OpenApiDocument {
  const { [CHANGES_PATH]: _, ...paths } = document.paths
  return { ...document, paths, tags: (document.tags ?? []).filter(({ name }) => name !== CHANGES_TAG) }
}
