import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'

import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { hostileName, hostileText, hostileWord } from '@workbench/test-support/hostile-text'
import { outputProblems } from '@workbench/test-support/output-rules'
import { runCli } from '../../src/cli.ts'
import { FORMATS } from '../../src/reporters/reporters.ts'
import { workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** Runs a command in this process, which takes a fraction of the time of a new one. */
async function runHere(args: readonly string[], cwd: string, input = '') {
  const written = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof written) =>
    new PassThrough().on('data', (chunk: Buffer) => (written[name] += String(chunk)))
  const [stdout, stderr] = [stream('stdout'), stream('stderr')]
  const stdin = Readable.from([Buffer.from(input)])
  const killGroup = () => undefined
  const status = await runCli(args, { cwd, env: {}, stdin, stdout, stderr, killGroup })
  return { status, ...written }
}

const hostile = fc.record({
  file: hostileName,
  folder: hostileName,
  word: hostileWord,
  name: hostileText(),
  value: hostileText(),
})
type Hostile = typeof hostile extends fc.Arbitrary<infer Value> ? Value : never

/** Creates a project in which every name and text is hostile. */
function createProject({ file, folder, name, value }: Hostile): string {
  const cwd = temporaryDirectory()
  const write = (path: string, content: unknown) => {
    const segments = path.split('/')
    mkdirSync(join(cwd, ...segments.slice(0, -1)), { recursive: true })
    writeFileSync(join(cwd, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const artifact = { schema: value, severity: value, [name]: value, evidence: [{ kind: value, [name]: 1 }] }
  write(file, artifact)
  write(`${file}.valid`, { x: 'x' })
  write('list', file.replaceAll(/[\r\n]/g, ' '))
  const contract = (change: object) => ({
    title: value,
    description: value,
    type: 'object',
    properties: { [name]: { enum: [value], description: value }, x: { type: 'string', pattern: '^x' } },
    ...change,
  })
  write('old/memo.v1.schema.json', contract({ properties: {} }))
  write('new/memo.v1.schema.json', contract({}))
  write('broken/memo.v1.schema.json', contract({ [name]: value, properties: { [name]: { [value]: 1 } } }))
  write(`broken/${file}.schema.json`, contract({}))
  write(`.workbench/blackboard/${folder}/${file}.json`, artifact)
  write(`.workbench/blackboard/w1/agent.json`, `{"schema":"memo.v1",${JSON.stringify(name)}:`)
  write('.workbench/memory/fact-0001.json', { schema: 'fact.v1', title: value, [name]: value })
  return cwd
}

const both = (...args: string[]) => [args, [...args, '--format', 'json']]
const three = (...args: string[]) => [...both(...args), [...args, '--format', 'github']]

/** Command lines that print hostile text. Those of `validate` are listed by format. */
const commandLines = ({ file, folder, word }: Hostile): string[][] => [
  ['validate', 'memo.v1', '--schemas', 'new', '--', `${file}.valid`],
  ['validate', 'memo.v1', '--schemas', 'new', '--format=github', '--', `${file}.valid`],
  ['validate', 'finding.v1', '--ndjson', '--', file],
  ['validate', 'finding.v1', '--', word],
  ['validate', 'finding.v1', '--files-from', 'list'],
  ['validate', 'finding.v1', '--files-from', word],
  ['validate', word, file],
  ['validate', 'finding.v1', file, '--format', word],
  ['validate', 'finding.v1', file, `--${word}`],
  ['validate', 'finding.v1', file, '--schemas', word],
  [word],
  ['contracts', word],
  ['contracts', 'show', word],
  ['contracts', 'new', word],
  ['contracts', 'new', 'memo', '--schemas', folder],
  ['contracts', 'diff', word, file],
  ['contracts', 'gate', '--against', word],
  ['contracts', 'gate', '--against', 'HEAD', '--schemas', 'new', '--acknowledged', file],
  ['contracts', 'docs', '--schemas', 'new', '--out', join('docs', folder)],
  ['contracts', 'docs', '--schemas', 'new', '--out', folder, '--check'],
  ...both('contracts', '--schemas', 'new'),
  ...both('contracts', '--schemas', 'broken'),
  ...both('contracts', 'show', 'memo.v1', '--schemas', 'new'),
  ...both('contracts', 'show', 'memo.v1', '--schemas', 'broken'),
  ...three('contracts', 'diff', 'old', 'new'),
  ...three('contracts', 'diff', 'new', 'old'),
  ...three('contracts', 'lint', '--schemas', 'new'),
  ...three('contracts', 'lint', '--schemas', 'broken'),
  ...both('board'),
  ...both('board', '--check'),
  ...both('facts', '--all'),
]

interface JsonOutput {
  readonly results?: { readonly violations: readonly unknown[]; readonly error?: string }[]
  readonly changes?: readonly unknown[]
  readonly problems?: readonly unknown[]
}

/** The annotations that `--format github` prints for what `--format json` prints. */
function countAnnotations({ results = [], changes = [], problems = [] }: JsonOutput): number {
  const counts = results.map(({ violations, error }) => violations.length + (error === undefined ? 0 : 1))
  return counts.reduce((sum, count) => sum + count, changes.length + problems.length)
}

describe('workbench prints no control character for a terminal and no command for a runner, whatever the names and texts are', () => {
  it('with any command', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (texts) => {
        const cwd = createProject(texts)
        let annotations = 0
        for (const args of commandLines(texts)) {
          const { status, stdout, stderr } = await runHere(args, cwd)
          expect([0, 1, 2]).toContain(status)
          const isGithub = args.at(-1) === 'github'
          expect(outputProblems(stdout, isGithub ? annotations : 0)).toEqual([])
          expect(outputProblems(stderr)).toEqual([])
          if (args.at(-1) === 'json' && stdout !== '')
            annotations = countAnnotations(JSON.parse(stdout) as JsonOutput)
        }
      }),
      { numRuns: repetitions(1, 12) },
    )
  })

  it('with validate in any format', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (texts) => {
        const cwd = createProject(texts)
        for (const file of [texts.file, `missing-${texts.file}`]) {
          const run = (format: string) =>
            runHere(['validate', 'finding.v1', '--format', format, '--', file], cwd)
          const annotations = countAnnotations(JSON.parse((await run('json')).stdout) as JsonOutput)
          expect(annotations).toBeGreaterThan(0)
          for (const format of FORMATS) {
            const { status, stdout, stderr } = await run(format)
            expect(status).toBe(file === texts.file ? 1 : 2)
            expect(outputProblems(stdout, format === 'github' ? annotations : 0)).toEqual([])
            expect(outputProblems(stderr)).toEqual([])
            if (format === 'sarif') JSON.parse(stdout)
          }
        }
      }),
      { numRuns: repetitions(2, 16) },
    )
  })

  it('with the built command', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (texts) => {
        const cwd = createProject(texts)
        for (const args of [
          ['validate', 'finding.v1', '--', texts.file],
          ['validate', 'finding.v1', `./${texts.file}`],
          ['board'],
          ['contracts', 'show', texts.word],
        ]) {
          const { stdout, stderr } = await workbench(args, { cwd })
          expect(outputProblems(stdout)).toEqual([])
          expect(outputProblems(stderr)).toEqual([])
        }
      }),
      { numRuns: repetitions(1, 8) },
    )
  })
})
