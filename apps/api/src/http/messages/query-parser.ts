import { parse } from 'node:querystring'

/** Parses a query string. A parameter that is repeated has an array of values. Brackets have no special meaning. */
export const parseQuery = (query: string | null | undefined): Record<string, string | string[]> =>
  parse(query ?? '', undefined, undefined, { maxKeys: 0 }) as Record<string, string | string[]>
