import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { FORMATS } from '../../src/reporters/reporters.ts'
import { program } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** The status of a process that SIGPIPE ends. */
const CLOSED_PIPE = 141

const cwd = temporaryDirectory()
writeFileSync(join(cwd, 'broken.json'), '{"x":\n[]}')
writeFileSync(join(cwd, 'broken.ndjson'), '{"x":[]}\n'.repeat(5000))
mkdirSync(join(cwd, '.workbench/blackboard/w1'), { recursive: true })
writeFileSync(join(cwd, '.workbench/blackboard/w1/a.json'), '{}')
mkdirSync(join(cwd, '.workbench/memory'))
writeFileSync(join(cwd, '.workbench/memory/fact-0001.json'), '{}')
for (const [directory, schema] of [
  ['old', {}],
  ['new', { type: 'object' }],
  ['unusable', { typ: 'object' }],
] as const) {
  mkdirSync(join(cwd, directory))
  writeFileSync(join(cwd, directory, 'memo.v1.schema.json'), JSON.stringify(schema))
}

/** Runs the command after its reader has closed one of its streams. Returns the status and the text of the other one. */
async function runWithClosed(closed: 'stdout' | 'stderr', args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { PATH: process.env['PATH'] } })
  child[closed].destroy()
  child.stdin.end()
  const other = text(closed === 'stdout' ? child.stderr : child.stdout)
  const [status] = (await once(child, 'exit')) as [number | null]
  return { status, other: await other }
}

const validate = (...args: string[]) => ['validate', 'finding.v1', ...args]

describe('workbench exits with 141 and without an error message if the reader closes the pipe before', () => {
  it.each([
    ...FORMATS.map((format) => validate('broken.json', '--format', format)),
    validate('--ndjson', 'broken.ndjson'),
    ['board'],
    ['board', '--format', 'json'],
    ['facts'],
    ['facts', '--format', 'json'],
    ...['text', 'json', 'github'].flatMap((format) => [
      ['contracts', 'lint', '--schemas', 'unusable', '--format', format],
      ['contracts', 'diff', 'old', 'new', '--format', format],
    ]),
  ])('%s %s %s %s %s %s', async (...args) => {
    expect(await runWithClosed('stdout', args)).toEqual({ status: CLOSED_PIPE, other: '' })
  })

  it.each([...FORMATS.map((format) => `broken.json --format ${format}`), '--ndjson broken.ndjson'])(
    'in a shell: workbench validate finding.v1 %s',
    async (args) => {
      const line = `"$0" "$1" validate finding.v1 ${args} | head -1 > /dev/null; exit \${PIPESTATUS[0]}`
      const child = spawn('bash', ['-c', line, process.execPath, program], { cwd })
      const [status] = (await once(child, 'exit')) as [number | null]
      expect([1, CLOSED_PIPE]).toContain(status)
    },
  )
})

describe('workbench exits with the status of its result if standard error is closed', () => {
  it.each([
    [2, validate('missing.json', 'broken.json')],
    [2, validate('--ndjson', 'missing.ndjson')],
    [2, validate('broken.json', '--unknown')],
    [2, ['contracts', 'show', 'unknown.v1']],
    [1, ['contracts', 'docs', '--schemas', 'old', '--check']],
  ])('%d: %s', async (expected, args) => {
    const { status } = await runWithClosed('stderr', args)
    expect(status).toBe(expected)
  })
})
