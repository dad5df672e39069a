/** What a caller may do. The description names one for each operation. */
export const SCOPES = ['workbench:read', 'workbench:write'] as const
export type Scope = (typeof SCOPES)[number]

/** Who sends a request, and what they may do. */
export interface Caller {
  /** The key's name behind `key:`, or the token's subject behind `sub:`. */
  id: string
  scopes: ReadonlySet<string>
}
