import type { Json } from '../values/json.ts'
import type { Pointer } from '../values/pointer.ts'

/** An operation of a JSON Patch, RFC 6902. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: Pointer; readonly value: Json }
  | { readonly op: 'move'; readonly from: Pointer; readonly path: Pointer }
  | { readonly op: 'remove'; readonly path: Pointer }
