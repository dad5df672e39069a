import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { compile } from 'json-schema-to-typescript'

/*
 * Makes the TypeScript types of the contracts from their files. With --check it writes nothing, and fails when the
 * types that are there are not those that it would write.
 */

const schemas = fileURLToPath(new URL('../schemas/', import.meta.url))
const target = fileURLToPath(new URL('../packages/contracts/src/types/contract-types.ts', import.meta.url))
const banner = '// Made from schemas/ by `pnpm types`; edit the contract files instead.'

const made = await makeTypes()
if (!process.argv.includes('--check')) writeFileSync(target, made)
else if (readFileSync(target, 'utf8') !== made) {
  console.error('The types of the contracts are stale: run `pnpm types` and commit what it writes.')
  process.exitCode = 1
}

async function makeTypes() {
  const ids = readdirSync(schemas).map((file) => file.replace('.schema.json', ''))
  // One schema that refers to all of them, so that a contract that another one uses is declared once.
  const all = {
    title: 'ContractTypes',
    description: 'The types of the artifacts, by the id of their contract.',
    type: 'object',
    properties: Object.fromEntries(ids.map((id) => [id, { $ref: `${id}.schema.json` }])),
    required: ids,
    additionalProperties: false,
  }
  return compile(/** @type {import('json-schema-to-typescript').JSONSchema} */ (all), 'ContractTypes', {
    cwd: schemas,
    bannerComment: banner,
    ignoreMinAndMaxItems: true,
    customName: ({ $id }, key) => (typeof $id === 'string' ? $id.replace('.schema.json', '') : key),
    style: { semi: false, singleQuote: true, printWidth: 110 },
  })
}
