/**
 * `isJSON` states that values come from JSON, for which schemasafe generates shorter code. It takes part in `is()` only: its
 * errors have no messages, and with `allErrors` it generates code with a syntax error for `if`. @type {import('./types.d.ts').Peer}
 */
export async function schemasafe({ schemas }) {
  const { validator } = await import('@exodus/schemasafe')
  const byFile = Object.fromEntries(Object.values(schemas).map((schema) => [schema.$id, schema]))
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => {
      const is = validator(schema, {
        schemas: byFile,
        isJSON: true,
        formatAssertion: false,
      })
      return [id, { is: /** @type {(value: unknown) => boolean} */ (is) }]
    }),
  )
}
