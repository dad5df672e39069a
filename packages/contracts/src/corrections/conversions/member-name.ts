import type { SchemaNode } from '../../schema/types.ts'

/** The name of the member that a schema describes; empty for other schemas. */
export const memberNameOf = ({ pointer }: SchemaNode): string =>
  /\/properties\/(\w+)$/.exec(pointer)?.[1] ?? ''
