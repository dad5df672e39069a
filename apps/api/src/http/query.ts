/** The parameters of a query, each under the name that was sent; one that is repeated has a list. */
export function parseQuery(query: string | null | undefined): Record<string, string | string[]> {
  const parameters = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(query ?? '')) {
    const known = parameters[name]
    parameters[name] = known === undefined ? value : [known, value].flat()
  }
  return parameters
}
