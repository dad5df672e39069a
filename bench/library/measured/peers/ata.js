import { read } from './read.js'

/** As the specification has it: `default` fills nothing in, and `format` only annotates. @type {import('./types.d.ts').Peer} */
export async function ata({ schemas }) {
  const { Validator } = await import('ata-validator')
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => {
      const others = Object.values(schemas).filter((other) => other !== schema)
      const options = { schemas: others, assertFormat: false, useDefaults: false }
      const validator = new Validator(/** @type {object} */ (schema), options)
      // The first call compiles, and puts the compiled function in its own place.
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
  return read(
    errors,
    ({ instancePath }) => instancePath,
    ({ message }) => message,
  )
}
