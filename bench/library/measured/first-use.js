import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/*
 * Measures the first use of one validator in a new process: it loads the contracts of a directory and validates one
 * artifact. Prints the times in milliseconds as JSON, without the startup of Node.js.
 *
 *     node first-use.js <validator> <directory> <artifact.json>
 */

const begin = { wall: performance.now(), processor: process.cpuUsage() }
const [name = '', directory = '', artifact = ''] = process.argv.slice(2)
const ID = 'review.v1'
// For all validators: require() is faster than import().
const require = createRequire(import.meta.url)

/** Each function imports only its own validator. @type {Record<string, (value: unknown) => unknown>} */
const validators = {
  workbench: (value) => open().get(ID).is(value),
  'workbench, all compiled': (value) => {
    const contracts = open()
    for (const id of contracts.ids) contracts.get(id)
    return contracts.get(ID).is(value)
  },
  ajv: (value) => withAjv().getSchema(`${ID}.schema.json`)?.(value),
  'ajv, all compiled': (value) => {
    const ajv = withAjv()
    for (const { $id } of schemas()) ajv.getSchema($id)
    return ajv.getSchema(`${ID}.schema.json`)?.(value)
  },
  '@exodus/schemasafe': (value) => {
    const { validator } = /** @type {typeof import('@exodus/schemasafe')} */ (load('@exodus/schemasafe'))
    const { schema, others } = one()
    const byFile = Object.fromEntries(others.map((other) => [other.$id, other]))
    return validator(schema, { schemas: byFile, isJSON: true, formatAssertion: false })(
      /** @type {import('@exodus/schemasafe').Json} */ (value),
    )
  },
  'ata-validator': (value) => {
    const { Validator } = /** @type {typeof import('ata-validator')} */ (load('ata-validator'))
    const { schema, others } = one()
    return new Validator(schema, { schemas: others, assertFormat: false, useDefaults: false }).isValidObject(
      value,
    )
  },
  '@cfworker/json-schema': (value) => {
    const { Validator } = /** @type {typeof import('@cfworker/json-schema')} */ (
      load('@cfworker/json-schema')
    )
    const { schema, others } = one()
    const validator = new Validator(schema, '2020-12')
    for (const other of others) validator.addSchema(other)
    return validator.validate(value).valid
  },
}

const valid = validators[name]?.(read(artifact))
if (valid !== true) throw new Error(`${name} returned ${String(valid)} for ${artifact}`)
const { user, system } = process.cpuUsage(begin.processor)
const took = { wall: performance.now() - begin.wall, processor: (user + system) / 1000 }
process.stdout.write(JSON.stringify(took))

function open() {
  const { openContracts } = /** @type {typeof import('@workbench/contracts')} */ (
    load('@workbench/contracts')
  )
  return openContracts({ directory })
}

function withAjv() {
  const { Ajv2020 } = /** @type {typeof import('ajv/dist/2020.js')} */ (load('ajv/dist/2020'))
  const options = { validateFormats: false, allowUnionTypes: true, strictTypes: /** @type {const} */ (false) }
  return new Ajv2020({ ...options, schemas: schemas() })
}

/** The contract of the artifact, and those that it may refer to. */
function one() {
  const all = schemas()
  const schema = all.find(({ $id }) => $id === `${ID}.schema.json`)
  if (!schema) throw new Error(`${directory} has no ${ID}`)
  return { schema, others: all.filter((other) => other !== schema) }
}

function schemas() {
  return readdirSync(directory).map(
    (file) => /** @type {import('./peers/types.d.ts').Schema} */ (read(join(directory, file))),
  )
}

/** @param {string} packageName @returns {unknown} */
function load(packageName) {
  return require(packageName)
}

/** @param {string} file @returns {unknown} */
function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
