import type { Json } from './json.ts'
import type { Pointer } from './pointer.ts'

/** An operation of a JSON Patch, RFC 6902. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: Pointer; readonly value: Json }
  | { readonly op: 'move'; readonly from: Pointer; readonly path: Pointer }
  | { readonly op: 'remove'; readonly path: Pointer }
