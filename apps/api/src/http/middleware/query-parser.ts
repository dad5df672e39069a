/** The parameters of a query, each under the name that was sent; one that is repeated has a list. */
export function parseQuery(query: string | null | undefined): Record<string, string | string[]> {
  const parameters = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(query ?? '')) {
    const known = parameters[name]
    if (known === undefined) parameters[name] = value
    else if (typeof known === 'string') parameters[name] = [known, value]
    else known.push(value)
  }
  return parameters
}
