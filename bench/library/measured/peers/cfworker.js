import { countErrors } from './count-errors.js'

/** An interpreter. It also validates `format`, which has no option to disable it. @type {import('./types.d.ts').Peer} */
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
  return countErrors(
    errors,
    ({ instanceLocation }) => instanceLocation,
    ({ error }) => error,
  )
}
