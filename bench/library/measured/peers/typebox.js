import { countErrors } from './count-errors.js'

/** TypeBox resolves a `$ref` with a fragment in another file only if the `$id` is an absolute URI. */
const BASE = 'https://contracts.example/'

/**
 * Compiles JSON Schema. Errors come from a second pass, which is needed only for invalid values.
 * @type {import('./types.d.ts').Peer}
 */
export async function typebox({ schemas }) {
  const { Compile } = await import('typebox/schema')
  const context = Object.fromEntries(
    Object.values(schemas).map((schema) => [BASE + schema.$id, { ...schema, $id: BASE + schema.$id }]),
  )
  return Object.fromEntries(
    Object.keys(schemas).map((id) => {
      const validator = Compile(context, context[`${BASE}${id}.schema.json`] ?? {})
      return [
        id,
        {
          is: (value) => validator.Check(value),
          all: {
            validate: (value) => (validator.Check(value) ? null : validator.Errors(value)[1]),
            read: readErrors,
          },
        },
      ]
    }),
  )
}

/** @param {unknown} errors */
function readErrors(errors) {
  return countErrors(
    /** @type {import('typebox/error').TLocalizedValidationError[] | null} */ (errors),
    ({ instancePath }) => instancePath,
    ({ message }) => message,
  )
}
