import { countErrors } from './count-errors.js'

/** As in the JSON Schema specification, `default` and `format` are only annotations. @type {import('./types.d.ts').Peer} */
export async function ata({ schemas }) {
  const { Validator } = await import('ata-validator')
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => {
      const others = Object.values(schemas).filter((other) => other !== schema)
      const options = { schemas: others, assertFormat: false, useDefaults: false }
      const validator = new Validator(schema, options)
      // The first call compiles the schema and replaces the method by the compiled function.
      validator.isValidObject({})
      /** @type {(value: unknown) => boolean} */
      const is = Reflect.get(validator, 'isValidObject')
      return [
        id,
        {
          is,
          all: { validate: (value) => validator.validate(value), read: readErrors },
        },
      ]
    }),
  )
}

/** @param {unknown} result */
function readErrors(result) {
  const { errors } = /** @type {import('ata-validator').ValidationResult} */ (result)
  return countErrors(
    errors,
    ({ instancePath }) => instancePath,
    ({ message }) => message,
  )
}
