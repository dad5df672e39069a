import fc from 'fast-check'

import { type Artifact, artifacts, CONTRACT } from './artifacts.ts'
import { hostileName, hostileText, hostileWord } from '@workbench/test-support/hostile-text'
import { crashProblems, outputProblems } from '@workbench/test-support/output-rules'
import { COMMAND, type ProgramResult, runProgram } from './run-program.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

/** Artifacts in files with hostile names, and a hostile command line: cases for two processes. */
interface CliBatch {
  readonly files: readonly { readonly name: string; readonly artifact: Artifact }[]
  readonly format: 'text' | 'github' | 'sarif' | 'junit' | 'gitlab' | 'ndjson' | 'list'
  readonly words: readonly string[]
  readonly texts: readonly string[]
}

export const cliBatches = (files: number): fc.Arbitrary<CliBatch> =>
  fc.record({
    files: fc.array(fc.record({ name: hostileName, artifact: artifacts }), {
      minLength: files,
      maxLength: files,
    }),
    format: fc.constantFrom('text', 'github', 'sarif', 'junit', 'gitlab', 'ndjson', 'list'),
    words: fc.array(hostileWord, { minLength: 3, maxLength: 3 }),
    texts: fc.array(hostileText(), { minLength: 2, maxLength: 2 }),
  })

interface JsonResult {
  readonly file: string
  readonly valid: boolean
  readonly violations: readonly unknown[]
  readonly truncated?: boolean
  readonly error?: string
}

/** The limit of the violations of one file. */
const MAX_VIOLATIONS = 1000

/** Runs the command on a batch. Returns what is wrong. */
export async function runCliBatch(batch: CliBatch): Promise<string[]> {
  const sandbox = createSandbox()
  try {
    const names = batch.files.map(({ name }, index) => `${name}-${index}.json`)
    batch.files.forEach(({ artifact }, index) => sandbox.write(names[index] ?? '', artifact.bytes))
    const json = await run(sandbox, ['validate', CONTRACT, '--format', 'json', '--', ...names])
    const { problems, annotations } = checkJson(json, batch, names)
    return [
      ...problems,
      ...(await runOtherFormat(sandbox, batch, names, annotations)),
      ...(await runCommandLine(sandbox, batch)),
      ...sandbox.changes(),
    ]
  } finally {
    sandbox.dispose()
  }
}

const run = (sandbox: Sandbox, args: readonly string[], input?: string | Uint8Array) =>
  runProgram(process.execPath, [COMMAND, ...args], {
    cwd: sandbox.project,
    env: sandbox.env,
    ...(input !== undefined && { input }),
  })

function checkJson(result: ProgramResult, { files }: CliBatch, names: readonly string[]) {
  const problems = checkResult(result)
  const expected = files.some(({ artifact }) => !artifact.isValid) ? 1 : 0
  if (result.status !== expected) problems.push(`status ${result.status} instead of ${expected}`)
  const { results } = JSON.parse(result.stdout) as { results: JsonResult[] }
  names.forEach((name, index) => {
    const found = results[index]
    if (found?.file !== name) problems.push(`another file name: ${JSON.stringify(found?.file)}`)
    if (found?.valid !== files[index]?.artifact.isValid)
      problems.push(`wrong verdict on ${JSON.stringify(name)}`)
    if ((found?.violations.length ?? 0) > MAX_VIOLATIONS) problems.push('too many violations')
  })
  const annotations = results.reduce(
    (sum, { violations, truncated }) => sum + violations.length + (truncated ? 1 : 0),
    0,
  )
  return { problems, annotations }
}

async function runOtherFormat(
  sandbox: Sandbox,
  { files, format }: CliBatch,
  names: readonly string[],
  annotations: number,
): Promise<string[]> {
  const expected = files.some(({ artifact }) => !artifact.isValid) ? 1 : 0
  if (format === 'ndjson') return runNdjson(sandbox, files)
  if (format === 'list') return runList(sandbox, names)
  const result = await run(sandbox, ['validate', CONTRACT, '--format', format, '--', ...names])
  const problems = checkResult(result, format === 'github' ? annotations : 0)
  return result.status === expected ? problems : [...problems, `status ${result.status} with ${format}`]
}

/** Validates the artifacts as the lines of one input. */
async function runNdjson(sandbox: Sandbox, files: CliBatch['files']): Promise<string[]> {
  const lines = files.filter(
    ({ artifact: { bytes } }) =>
      !bytes.includes(0x0a) && bytes.some((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0d),
  )
  const input = Buffer.concat(lines.flatMap(({ artifact }) => [artifact.bytes, Buffer.from('\n')]))
  const result = await run(sandbox, ['validate', CONTRACT, '--ndjson'], input)
  const verdicts = result.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as JsonResult).valid)
  const expected = lines.map(({ artifact }) => artifact.isValid)
  const status = expected.includes(false) ? 1 : 0
  return [
    ...checkResult(result),
    ...(result.status === status ? [] : [`status ${result.status} with ndjson`]),
    ...(verdicts.join() === expected.join()
      ? []
      : [`verdicts ${verdicts.join()} instead of ${expected.join()}`]),
  ]
}

/** Validates a list in which one name is not UTF-8, so that no process can open it. */
async function runList(sandbox: Sandbox, names: readonly string[]): Promise<string[]> {
  const list = names.flatMap((name) => [Buffer.from(name), Buffer.from('\n')])
  sandbox.write('list', Buffer.concat([...list, Buffer.of(0xff, 0xfe, 0x0a)]))
  const result = await run(sandbox, ['validate', CONTRACT, '--files-from', 'list'])
  const problems = checkResult(result)
  return result.status === 2 ? problems : [...problems, `status ${result.status} with a list`]
}

/** Runs another command with hostile words, contracts, artifacts and facts. */
async function runCommandLine(sandbox: Sandbox, { files, words, texts }: CliBatch): Promise<string[]> {
  const [one = '', two = '', three = ''] = words
  const [name = '', value = ''] = texts
  const contract = (change: object) =>
    JSON.stringify({
      title: value,
      description: value,
      type: 'object',
      properties: { [name]: { enum: [value] } },
      ...change,
    })
  sandbox.write('old/memo.v1.schema.json', contract({ properties: {} }))
  sandbox.write('new/memo.v1.schema.json', contract({}))
  sandbox.write('new/note.v1.schema.json', contract({ [name]: value }))
  for (const [index, file] of files.slice(0, 5).entries())
    sandbox.write(`.workbench/blackboard/w1/${file.name}-${index}.json`, file.artifact.bytes)
  sandbox.write('.workbench/memory/fact-0001.json', files[0]?.artifact.bytes ?? '')
  const lines = [
    [one, two],
    ['validate', one, two],
    ['validate', '.', '--ignore', one],
    ['validate', two, '--ignore', one],
    ['validate', CONTRACT, 'list', `--format=${one}`],
    ['validate', CONTRACT, '--schemas', one, '--', two],
    ['validate', CONTRACT, '--files-from', one],
    ['contracts', '--schemas', 'new'],
    ['contracts', '--schemas', one],
    ['contracts', 'lint', '--schemas', 'new'],
    ['contracts', 'diff', 'old', 'new'],
    ['contracts', 'diff', one, two],
    ['contracts', 'show', 'memo.v1', '--schemas', 'new'],
    ['contracts', 'show', one],
    ['contracts', 'new', one],
    ['contracts', 'gate', '--against', one],
    ['contracts', 'docs', '--schemas', 'new', '--out', 'docs', '--check'],
    ['board'],
    ['board', '--check'],
    ['facts', '--check'],
    ['facts', '--all'],
    ['completion', one],
    ['--help', one],
  ]
  const index = three.length % lines.length
  const args = lines[index] ?? []
  const result = await run(sandbox, args)
  const allowed = [0, 1, 2]
  return [
    ...(args[0] === 'completion' ? [] : checkResult(result)),
    ...(allowed.includes(result.status ?? -1) ? [] : [`status ${result.status} of ${JSON.stringify(args)}`]),
    ...(args[0] === 'validate' && result.status === 0 ? [`status 0 of ${JSON.stringify(args)}`] : []),
  ]
}

function checkResult({ stdout, stderr }: ProgramResult, annotations = 0): string[] {
  return [...outputProblems(stdout, annotations), ...outputProblems(stderr), ...crashProblems(stderr)]
}
