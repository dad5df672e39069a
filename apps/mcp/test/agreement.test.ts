import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { formatViolations, openContracts, type Violation } from '@workbench/contracts'

import { connect, example, projectWith, repository, type Session } from './server.ts'

/** Runs a program to its end and returns its output. Any exit status is accepted. */
const run = (cwd: string, program: string, args: readonly string[], input = ''): Promise<[string, string]> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(repository, program), ...args],
      { cwd },
      (_, stdout, stderr) => resolve([stdout, stderr]),
    )
    child.stdin?.end(input)
  })

const contracts = openContracts({ directory: join(repository, 'schemas') })

/** A fifth of the invalid examples, without those that the hook does not validate: facts, and files that name no contract. */
const cases = readdirSync(join(repository, 'docs', 'examples', 'broken'))
  .filter((file) => !file.startsWith('fact.v1') && !file.includes('schema-without-version'))
  .filter((_, index) => index % 5 === 0)
  .map((file) => ({ file, schema: file.split('.').slice(0, 2).join('.') }))

describe('the same invalid artifact has the same violations', () => {
  const root = projectWith(Object.fromEntries(cases.map(({ file }) => [file, example(`broken/${file}`)])))
  let session: Session

  beforeAll(async () => {
    session = await connect({ cwd: root })
  })
  afterAll(() => session.close())

  it.each(cases)('in the library, the command, the tool and the hook: $file', async ({ file, schema }) => {
    const verdict = contracts.get(schema).validateText(example(`broken/${file}`))
    const violations: readonly Violation[] = verdict.valid ? [] : verdict.violations
    expect(violations).not.toEqual([])
    const bytes = JSON.stringify(violations)

    const [stdout] = await run(root, 'apps/cli/dist/main.cjs', ['validate', schema, file, '--format', 'json'])
    expect(stdout).toContain(`"violations":${bytes}}]}`)

    const result = await session.call('contract_validate', { schema, path: file })
    expect(JSON.stringify(result.structuredContent.violations)).toBe(bytes)

    const event = {
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: file },
      cwd: root,
    }
    const [, stderr] = await run(root, 'plugins/workbench-core/dist/hook/hook.cjs', [], JSON.stringify(event))
    const [, ...lines] = stderr.trimEnd().split('\n')
    const formatted = violations.map((violation) => formatViolations([violation]))
    // The last two lines can name a command that fixes the artifact.
    const printed = lines.at(-1)?.startsWith('node ') === true ? lines.slice(0, -2) : lines
    expect(printed).toEqual(formatted)
    for (const { line, column, message } of violations)
      expect(stderr).toContain(`(line ${line}, column ${column}): ${message}`)
  })

  const parsed = cases.filter(({ file, schema }) => {
    const verdict = contracts.get(schema).validateText(example(`broken/${file}`))
    return (
      !verdict.valid && !verdict.violations.some(({ keyword }) => ['syntax', 'duplicate'].includes(keyword))
    )
  })

  it.each(parsed)('in the same order in blackboard_write: $file', async ({ file, schema }) => {
    const whole = JSON.parse(example(`broken/${file}`)) as Record<string, unknown>
    const { schema: _schema, producedBy: _producer, ...artifact } = whole
    const result = await session.call('blackboard_write', { schema, agent: 'a', wave: 'w1', artifact })
    const complete = { schema, producedBy: 'a', ...artifact }
    const verdict = contracts.get(schema).validateText(JSON.stringify(complete))
    const violations = verdict.valid ? [] : verdict.violations
    const keysOf = (found: readonly Violation[]) => found.map(({ path, keyword }) => `${path} ${keyword}`)
    expect(keysOf(result.structuredContent.violations ?? [])).toEqual(keysOf(violations))
  })
})
