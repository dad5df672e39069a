import type { Json } from '@workbench/json-text'

/**
 * A value that satisfies some condition: `none` if it is proven that no such value exists, `unknown` if the search
 * found none but one may exist.
 */
export type Example = { readonly value: Json } | 'none' | 'unknown'
