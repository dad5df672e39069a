import { read } from './read.js'

/** An interpreter, which also checks formats: there is no switch for that. @type {import('./types.d.ts').Peer} */
export async function cfworker({ schemas }) {
  const { Validator } = await import('@cfworker/json-schema')
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => {
      const others = Object.values(schemas).filter((other) => other !== schema)
      const first = new Validator(schema, '2020-12')
      const all = new Validator(schema, '2020-12', false)
      for (const other of others) {
        first.addSchema(other)
        all.addSchema(other)
      }
      return [
        id,
        {
          is: (value) => first.validate(value).valid,
          all: { validate: (value) => all.validate(value), read: readErrors },
        },
      ]
    }),
  )
}

/** @param {unknown} result */
function readErrors(result) {
  const { errors } = /** @type {import('@cfworker/json-schema').ValidationResult} */ (result)
  return read(
    errors,
    ({ instanceLocation }) => instanceLocation,
    ({ error }) => error,
  )
}
