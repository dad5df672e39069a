import { read } from './read.js'

/**
 * Strict, as it is by default. Our contracts have types with null (`allowUnionTypes`), and keywords beside an `if`
 * whose type stands outside (`strictTypes`). `format` only annotates here. @type {import('./types.d.ts').Peer}
 */
export async function ajv({ schemas }) {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const options = { validateFormats: false, allowUnionTypes: true, strictTypes: /** @type {const} */ (false) }
  const first = new Ajv2020({ ...options, schemas: Object.values(schemas) })
  const all = new Ajv2020({ ...options, schemas: Object.values(schemas), allErrors: true })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id }]) => {
      const is = compiled(first, $id)
      const judge = compiled(all, $id)
      return [
        id,
        {
          is,
          all: { validate: (value) => (judge(value) ? null : judge.errors), read: readErrors },
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
  if (!validate) throw new Error(`Ajv knows no ${$id}`)
  return validate
}

/** @param {unknown} errors */
function readErrors(errors) {
  return read(
    /** @type {import('ajv').ErrorObject[] | null} */ (errors),
    ({ instancePath }) => instancePath,
    ({ message }) => message ?? '',
  )
}
