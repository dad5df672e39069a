import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { compile } from 'json-schema-to-typescript'

/*
 * Generates the TypeScript types of the contracts. With --check, writes nothing and exits with 1 if the committed types
 * differ from the generated ones.
 */

const schemas = fileURLToPath(new URL('../../schemas/', import.meta.url))
const target = fileURLToPath(new URL('../../packages/contracts/src/types/contract-types.ts', import.meta.url))
const banner = '// Generated from schemas/ by `pnpm generate`; edit the contract files instead.'

const generated = await generateTypes()
if (!process.argv.includes('--check')) writeFileSync(target, generated)
else if (readFileSync(target, 'utf8') !== generated) {
  console.error('The types of the contracts are out of date: run `pnpm generate` and commit the result.')
  process.exitCode = 1
}

async function generateTypes() {
  const ids = readdirSync(schemas)
    .filter((file) => file.endsWith('.schema.json'))
    .map((file) => file.replace('.schema.json', ''))
  // One schema refers to all contracts, so that a contract that another one refers to is declared only once.
  const all = {
    title: 'ContractTypes',
    description: 'The types of the artifacts, by the id of their contract.',
    type: 'object',
    properties: Object.fromEntries(ids.map((id) => [id, { $ref: `${id}.schema.json` }])),
    required: ids,
    additionalProperties: false,
  }
  const schema = /** @type {import('json-schema-to-typescript').JSONSchema} */ (all)
  const types = await compile(schema, 'ContractTypes', {
    cwd: schemas,
    bannerComment: banner,
    ignoreMinAndMaxItems: true,
    customName: ({ $id }, key) => (typeof $id === 'string' ? $id.replace('.schema.json', '') : key),
    style: { semi: false, singleQuote: true, printWidth: 110 },
  })
  // A comment of one line, as in the other files.
  return types.replaceAll(
    /\/\*\*\n((?: *\*(?: .*)?\n)+?) *\*\//g,
    (_comment, /** @type {string} */ lines) => {
      const texts = lines.split('\n').map((line) => line.replace(/^ *\* ?/, ''))
      const text = texts.filter((line) => line !== '').join(' ')
      return `/** ${text.replace(/@minItems (\d+)/, 'At least $1.')} */`
    },
  )
}
