import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/*
 * The first use of one validator in a fresh process: contracts are loaded from a directory, and one artifact is judged.
 * Prints what that took inside the process, in milliseconds, as JSON; Node's own start is not in it.
 *
 *     node first-use.js <way> <directory> <artifact.json>
 */

const begin = { wall: performance.now(), processor: process.cpuUsage() }
const [way = '', directory = '', artifact = ''] = process.argv.slice(2)
const ID = 'review.v1'
// The quicker way to load a package, for everyone.
const require = createRequire(import.meta.url)

/** Who judges is loaded by nobody else. @type {Record<string, (value: unknown) => unknown>} */
const ways = {
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

const valid = ways[way]?.(read(artifact))
if (valid !== true) throw new Error(`${way} says ${String(valid)} of ${artifact}`)
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

/** The contract that is asked, and those that it may refer to. */
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

/** @param {string} name @returns {unknown} */
function load(name) {
  return require(name)
}

/** @param {string} file @returns {unknown} */
function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
