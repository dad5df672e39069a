/** The last value of a parameter in a connection string; undefined if it has none. */
export function databaseUrlParameter(connectionString: string | undefined, name: string): string | undefined {
  if (connectionString === undefined) return undefined
  const values = new URL(connectionString).searchParams.getAll(name)
  return values.filter((value) => value !== '').at(-1)
}
