import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { loadOpenApiDocument } from '../../../src/openapi/document.ts'
import { publishDocument } from '../../../src/openapi/publish.ts'

// Checks openapi.yaml, and the descriptions that servers with and without authentication publish, with Redocly and
// Spectral. A warning fails the check too.
const folder = fileURLToPath(new URL('.', import.meta.url))
const source = new URL('../../../openapi.yaml', import.meta.url)
const published: [string, boolean][] = [
  ['without-authentication', false],
  ['with-authentication', true],
]

const temporary = mkdtempSync(join(tmpdir(), 'wb-description-'))
try {
  const document = loadOpenApiDocument(source)
  const files = [fileURLToPath(source)]
  for (const [name, hasAuthentication] of published) {
    const { json } = publishDocument(document, undefined, hasAuthentication)
    const file = join(temporary, `${name}.json`)
    writeFileSync(file, json)
    files.push(file)
  }
  run('redocly', ['lint', '--config', 'redocly.yaml', ...files])
  run('spectral', ['lint', '--ruleset', '.spectral.yaml', '--fail-severity', 'hint', ...files])
} catch (error) {
  // A tool that exits with a status has printed what is wrong.
  if (!(error instanceof Error && 'status' in error && typeof error.status === 'number')) throw error
  process.exitCode = 1
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

function run(tool: string, options: string[]): void {
  const program = join(folder, 'node_modules', '.bin', tool)
  execFileSync(program, options, { cwd: folder, stdio: 'inherit' })
}
