import { readFileSync } from 'node:fs'

import type { Schema } from '@workbench/test-support/schemas/arbitrary-schemas'

/** Two versions of a schema, with the expected result of their comparison. */
export interface Edit {
  readonly name: string
  readonly before: Schema
  readonly after: Schema
  /** The files that `$ref` may name, and their new versions if they differ. */
  readonly schemas?: Readonly<Record<string, Schema>>
  readonly schemasAfter?: Readonly<Record<string, Schema>>
  readonly verdict: 'compatible' | 'breaking' | 'unknown'

  readonly expected?: readonly Location[]
}

export interface Location {
  /** JSON Pointer into the artifact. */
  readonly path: string
  /** JSON Pointer to the keyword in the new schema; `other.json#/type` in another file. */
  readonly rule: string
}

export type Files = Readonly<Record<string, Schema>>

type Row = Omit<Edit, 'expected'> & { readonly expected?: readonly (readonly [path: string, rule: string])[] }

/** The edits of a table, as `keyword-edits.json`. */
export const editsIn = (table: string): readonly Edit[] =>
  (JSON.parse(readFileSync(new URL(table, import.meta.url), 'utf8')) as Row[]).map(
    ({ expected = [], ...edit }) => ({ ...edit, expected: expected.map(([path, rule]) => ({ path, rule })) }),
  )
