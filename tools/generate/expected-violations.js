import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/*
 * Adds the examples of artifacts that `docs/examples/expected.json` does not list, with the violations that are found. The
 * entries that it has say what is expected, and stay as they are.
 */

const examples = fileURLToPath(new URL('../../docs/examples/', import.meta.url))
const command = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url))
const target = `${examples}expected.json`

/** @typedef {{ path: string, keyword: string, line: number, column: number }} Violation */
/** @typedef {{ file: string, schema: string, violations: Violation[] }} Entry */

const listed = /** @type {Entry[]} */ (JSON.parse(readFileSync(target, 'utf8')))
const known = new Set(listed.map(({ file }) => file))
const added = ['broken', 'valid']
  .flatMap((folder) => readdirSync(examples + folder).map((name) => `${folder}/${name}`))
  .filter((file) => !known.has(file))
  .map(toEntry)
const entries = [...listed, ...added].sort((a, b) => (a.file < b.file ? -1 : 1))
writeFileSync(target, `${JSON.stringify(entries, null, 2)}\n`)
for (const { file, violations } of added) console.log(`added ${file}, violations: ${violations.length}`)

/**
 * @param {string} file named after its contract: `broken/finding.v1.<mistake>.json`
 * @returns {Entry}
 */
function toEntry(file) {
  const schema = /\/([^.]+\.v\d+)\./.exec(file)?.[1]
  if (schema === undefined)
    throw new Error(`docs/examples/${file}: the name must start with the id of a contract`)
  const args = [
    '--import=tsx',
    '--conditions=@workbench/source',
    command,
    'validate',
    schema,
    examples + file,
    '--format',
    'json',
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0 && status !== 1) throw new Error(`docs/examples/${file}: ${stderr.trim()}`)
  const { results } = /** @type {{ results: [{ violations: Violation[] }] }} */ (JSON.parse(stdout))
  const violations = results[0].violations.map(({ path, keyword, line, column }) => ({
    path,
    keyword,
    line,
    column,
  }))
  return { file, schema, violations }
}
