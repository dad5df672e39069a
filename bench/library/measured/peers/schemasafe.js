/**
 * Told that values come from JSON, which lets it make shorter code. Its errors have no words, and with `allErrors` it
 * makes code for an `if` that does not parse: it only says yes or no here. @type {import('./types.d.ts').Peer}
 */
export async function schemasafe({ schemas }) {
  const { validator } = await import('@exodus/schemasafe')
  const byFile = Object.fromEntries(Object.values(schemas).map((schema) => [schema.$id, schema]))
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => {
      const is = validator(/** @type {object} */ (schema), {
        schemas: byFile,
        isJSON: true,
        formatAssertion: false,
      })
      return [id, { is: /** @type {(value: unknown) => boolean} */ (is) }]
    }),
  )
}
