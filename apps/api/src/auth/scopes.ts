/** The OAuth scopes of this API. The OpenAPI document names one for each operation. */
export type Scope = 'workbench:read' | 'workbench:write'

/** An authenticated client. */
export interface Caller {
  /** `key:` and the name of the API key, or `sub:` and the subject of the access token. */
  id: string
  scopes: ReadonlySet<string>
}
