import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { program, repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const example = readFileSync(join(repository, 'docs/examples/valid/finding.v1.json'), 'utf8')
const valid = JSON.stringify(JSON.parse(example))
/** They are several chunks long. */
const LINES = 1_000
const manyLines = `${valid}\n`.repeat(LINES)
/** They are a chunk without content. */
const blankLines = '\n'.repeat(150_000)

describe('workbench validate --ndjson, for an input of several chunks,', () => {
  it('prints the results of a chunk before the next one arrives', async () => {
    const args = [program, 'validate', 'finding.v1', '--ndjson']
    const child = spawn(process.execPath, args, { cwd: repository })
    const results: string[] = []
    for (let line = 1; line <= 4; line++) {
      child.stdin.write(`${valid}\n`)
      results.push(String((await once(child.stdout, 'data'))[0]))
    }
    child.stdin.end()
    await once(child, 'close')
    expect(results).toEqual([1, 2, 3, 4].map((line) => `{"line":${line},"valid":true}\n`))
  })

  it('prints the results before a line whose contract cannot be used', async () => {
    const schemas = temporaryDirectory()
    const finding = readFileSync(join(repository, 'schemas/finding.v1.schema.json'))
    writeFileSync(join(schemas, 'finding.v1.schema.json'), finding)
    writeFileSync(join(schemas, 'bad.v1.schema.json'), '{"type":"unknown"}')
    const { status, stdout, stderr } = await workbench(['validate', '--ndjson', '--schemas', schemas], {
      input: `${manyLines}{"schema":"bad.v1"}\n${valid}\n`,
    })
    expect(status).toBe(2)
    expect(stdout.split('\n').length - 1).toBe(LINES)
    const message = `workbench: cannot read -: line ${LINES + 1}: its contract cannot be used: `
    expect(stderr.startsWith(message)).toBe(true)
  })

  it('counts the blank lines before the first artifact', async () => {
    const { status, stdout } = await workbench(['validate', '--ndjson'], { input: blankLines + valid })
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: '{"line":150001,"schema":"finding.v1","valid":true}\n',
    })
  })

  it('reports the start of a value only in the first line with content', async () => {
    const first = await workbench(['validate', '--ndjson'], { input: `${blankLines}{\n` })
    expect(first.stderr).toContain('line 150001 is only the start of a JSON value')
    const later = await workbench(['validate', '--ndjson'], { input: `${valid}\n${blankLines}{\n` })
    expect(later).toMatchObject({ status: 1, stderr: '' })
  })
})

describe('workbench validate --jobs', () => {
  it('exits with 2, because the option does not exist', async () => {
    expect(await workbench(['validate', '--ndjson', '--jobs', '2'], { input: valid })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'workbench: Unknown option --jobs\n',
    })
  })
})
