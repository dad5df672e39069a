/** An entry of a Code Quality report of GitLab. */
export interface CodeQualityEntry {
  readonly description: string
  readonly check_name: string
  readonly fingerprint: string
  readonly severity: string
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } }
}
