import { countErrors } from './count-errors.js'

/**
 * Ajv in its default strict mode, except for two rules that the contracts do not satisfy: they have types with null
 * (`allowUnionTypes`), and `if` schemas without a type (`strictTypes`). `format` is only an annotation. @type {import('./types.d.ts').Peer}
 */
export async function ajv({ schemas }) {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const options = { validateFormats: false, allowUnionTypes: true, strictTypes: /** @type {const} */ (false) }
  const first = new Ajv2020({ ...options, schemas: Object.values(schemas) })
  const all = new Ajv2020({ ...options, schemas: Object.values(schemas), allErrors: true })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id }]) => {
      const is = compiled(first, $id)
      const validate = compiled(all, $id)
      return [
        id,
        {
          is,
          all: { validate: (value) => (validate(value) ? null : validate.errors), read: readErrors },
        },
      ]
    }),
  )
}

/**
 * @param {import('ajv/dist/2020.js').Ajv2020} instance
 * @param {string} $id
 */
function compiled(instance, $id) {
  const validate = instance.getSchema($id)
  if (!validate) throw new Error(`Ajv has no schema ${$id}`)
  return validate
}

/** @param {unknown} errors */
function readErrors(errors) {
  return countErrors(
    /** @type {import('ajv').ErrorObject[] | null} */ (errors),
    ({ instancePath }) => instancePath,
    ({ message }) => message ?? '',
  )
}
