import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { sarifToMarkdown } from '@security-alert/sarif-to-markdown'
import { openContracts } from '@workbench/contracts'
import type { Log } from 'sarif'

import manifest from '../../package.json' with { type: 'json' }
import { workflowCommand } from '../../src/reporters/github.ts'
import { repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const valid = 'docs/examples/valid/finding.v1.json'
const broken = 'docs/examples/broken/finding.v1.several-violations.json'
const verdict = openContracts({ cwd: repository })
  .get('finding.v1')
  .validateText(readFileSync(join(repository, broken)))
const violations = verdict.valid ? [] : verdict.violations

describe('workbench validate --format json', () => {
  it('prints one JSON value, with the violations of the library, and errors on stderr', async () => {
    const files = [valid, 'missing.json', broken]
    const { status, stdout, stderr } = await workbench([
      'validate',
      'finding.v1',
      ...files,
      '--format',
      'json',
    ])
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toEqual({
      valid: false,
      results: [
        { file: valid, schema: 'finding.v1', valid: true, violations: [] },
        {
          file: 'missing.json',
          schema: 'finding.v1',
          valid: false,
          violations: [],
          error: 'no such file',
        },
        { file: broken, schema: 'finding.v1', valid: false, violations },
      ],
    })
    expect(stderr).toBe('workbench: cannot read missing.json: no such file\n')
  })
})

describe('workbench validate --format github', () => {
  it('prints a workflow command for each violation, with its line and column', async () => {
    const { status, stdout } = await workbench(['validate', 'finding.v1', broken, '--format', 'github'])
    expect(status).toBe(1)
    expect(workflowCommands(stdout)).toEqual(
      violations.map(({ path, keyword, message, line, column }) => ({
        command: 'error',
        properties: { file: broken, line: String(line), col: String(column), title: `finding.v1 ${keyword}` },
        message: `${path}: ${message}`,
      })),
    )
  })

  it('escapes delimiters in messages', async () => {
    const input = '{"a,b:c%": "x",\n"d\\r\\ne": 1}'
    const { stdout } = await workbench(['validate', 'finding.v1', '-', '--format', 'github'], { input })
    const messages = workflowCommands(stdout).map(({ message }) => message)
    expect(messages).toContainEqual(expect.stringMatching(/^\/a,b:c%: Unexpected member "a,b:c%"/))
    expect(messages).toContainEqual(
      expect.stringMatching(/^\/d\\u000d\\u000ae: Unexpected member "d\\r\\ne"/),
    )
  })

  it('prints a workflow command for an unreadable file, and a summary', async () => {
    const args = ['validate', 'finding.v1', 'missing.json', valid, '--format', 'github']
    const { status, stdout } = await workbench(args)
    expect(status).toBe(2)
    expect(stdout).toBe(
      '::error file=missing.json,title=finding.v1::could not be validated: no such file\n' +
        'finding.v1: 1 file valid, 1 not validated\n',
    )
  })

  it('prints a violation of the root without a path', async () => {
    const { stdout } = await workbench(['validate', 'finding.v1', '-', '--format', 'github'], { input: '1' })
    expect(stdout).toMatch(/^::error file=-,line=1,col=1,title=finding\.v1 type::Expected an object /)
  })
})

describe('workflowCommand()', () => {
  it('omits undefined properties and escapes delimiters and line breaks', () => {
    const properties = { file: 'a,b:c%\n', line: undefined, col: 1 }
    expect(workflowCommand(properties, '100%\r\na,b:c')).toBe(
      '::error file=a%2Cb%3Ac%25\\u000a,col=1::100%25\\u000d\\u000aa,b:c\n',
    )
  })
})

describe('workbench validate --format sarif', () => {
  it('prints all members of a result', async () => {
    const directory = temporaryDirectory()
    const file = join(directory, 'a b.json')
    cpSync(join(repository, 'docs/examples/broken/finding.v1.severity-not-in-enum.json'), file)
    const [absolute, relative] = await Promise.all(
      [file, 'a b.json'].map((name) =>
        workbench(['validate', 'finding.v1', name, '--format', 'sarif'], { cwd: directory }),
      ),
    )
    const [log, other] = [absolute, relative].map((result) => JSON.parse(result?.stdout ?? '') as Log)
    const { version, runs } = log ?? {}
    expect(version).toBe('2.1.0')
    expect(runs?.[0]?.tool.driver).toEqual({
      name: 'workbench',
      semanticVersion: manifest.version,
      rules: [
        {
          id: 'enum',
          shortDescription: { text: 'The artifact violates the keyword "enum" of its contract' },
          fullDescription: { text: 'The artifact violates the keyword "enum" of its contract' },
          help: {
            text: 'Change the artifact as the message says. "workbench contracts show" prints the contract.',
          },
          defaultConfiguration: { level: 'error' },
        },
      ],
    })
    expect(runs?.[0]?.invocations).toEqual([{ executionSuccessful: true, toolExecutionNotifications: [] }])
    expect(runs?.[0]?.results).toEqual([
      {
        ruleId: 'enum',
        level: 'error',
        message: { text: expect.stringMatching(/^\/severity: Expected one of /) as string },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: pathToFileURL(file).href },
              region: { startLine: 5, startColumn: 15 },
            },
            logicalLocations: [{ fullyQualifiedName: '/severity', kind: 'member' }],
          },
        ],
        properties: {
          contract: 'finding.v1',
          schemaPath: 'finding.v1.schema.json#/properties/severity/enum',
          expected: ['critical', 'high', 'medium', 'low', 'info'],
          received: 'High',
          suggestion: 'high',
        },
      },
    ])
    const [location] = other?.runs[0]?.results?.[0]?.locations ?? []
    expect(location?.physicalLocation?.artifactLocation).toEqual({ uri: 'a%20b.json' })
  })

  it('prints a log that a SARIF reader accepts', async () => {
    const files = ['missing.json', broken]
    const { stdout } = await workbench(['validate', 'finding.v1', ...files, '--format', 'sarif'])
    const log = JSON.parse(stdout) as Log
    const reader = sarifToMarkdown({
      owner: 'owner',
      repo: 'repository',
      branch: 'main',
      title: 'Report',
      sourceRoot: '',
      severities: ['error'],
      failOn: ['error'],
    })
    const [report] = reader(log)
    expect(report).toMatchObject({ hasMessages: true, shouldFail: true })
    for (const { line } of violations) expect(report?.body).toContain(`/blob/main/${broken}#L${line}`)
  })

  it('prints the location of each result, and a notification for each unreadable file', async () => {
    const files = ['missing.json', broken]
    const { stdout } = await workbench(['validate', 'finding.v1', ...files, '--format', 'sarif'])
    const [run] = (JSON.parse(stdout) as Log).runs
    const regions = run?.results?.map(({ ruleId, locations }) => ({
      ruleId,
      ...locations?.[0]?.physicalLocation,
    }))
    expect(run?.columnKind).toBe('utf16CodeUnits')
    expect(regions).toEqual(
      violations.map(({ keyword, line, column }) => ({
        ruleId: keyword,
        artifactLocation: { uri: broken },
        region: { startLine: line, startColumn: column },
      })),
    )
    expect(run?.tool.driver.rules?.map(({ id }) => id)).toEqual(
      [...new Set(violations.map((v) => v.keyword))].sort(),
    )
    expect(run?.invocations?.[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [
        { message: { text: 'missing.json could not be validated: no such file' } },
      ],
    })
  })
})

describe('workbench validate of an artifact with more violations than are listed', () => {
  const many = JSON.stringify({ evidence: Array.from({ length: 5000 }, () => 1) })
  const validateMany = async (...args: string[]) => {
    const result = await workbench(['validate', 'finding.v1', '-', ...args], { input: many })
    expect(result).toMatchObject({ status: 1, stderr: '' })
    return result.stdout
  }
  const verdict = openContracts({ cwd: repository }).get('finding.v1').validateText(many)
  const { more = 0, violations } = verdict.valid ? { violations: [] } : verdict

  it('prints how many more there are', async () => {
    expect(more).toBeGreaterThan(0)
    const lines = (await validateMany()).split('\n')
    expect(lines).toHaveLength(violations.length + 3)
    expect(lines.slice(-3)).toEqual([
      `-: … and at least ${more} more violations`,
      `finding.v1: 0 files valid, 1 invalid with at least ${violations.length + more} violations`,
      '',
    ])
  })

  it('prints them with --format json', async () => {
    const { results } = JSON.parse(await validateMany('--format', 'json')) as { results: unknown[] }
    expect(results).toEqual([
      { file: '-', schema: 'finding.v1', valid: false, violations, truncated: true, more },
    ])
  })

  it('prints them with --ndjson', async () => {
    const result = JSON.parse(await validateMany('--ndjson')) as object
    expect(result).toMatchObject({ line: 1, valid: false, truncated: true, more })
  })

  it('prints an annotation with --format github', async () => {
    const lines = (await validateMany('--format', 'github')).split('\n')
    expect(lines.at(-3)).toBe(`::error file=-,title=finding.v1::… and at least ${more} more violations`)
  })

  it('prints a notification with --format sarif', async () => {
    const [run] = (JSON.parse(await validateMany('--format', 'sarif')) as Log).runs
    expect(run?.results).toHaveLength(violations.length)
    expect(run?.invocations).toEqual([
      {
        executionSuccessful: true,
        toolExecutionNotifications: [
          { level: 'warning', message: { text: `- has at least ${more} more violations` } },
        ],
      },
    ])
  })
})

interface WorkflowCommand {
  readonly command: string
  readonly properties: Readonly<Record<string, string>>
  readonly message: string
}

/** Parses workflow commands as GitHub's documentation describes them. */
function workflowCommands(output: string): WorkflowCommand[] {
  return [...output.matchAll(/^::(\S+) (.*?)::(.*)$/gm)].map(([, command = '', list = '', message = '']) => ({
    command,
    properties: Object.fromEntries(
      list.split(',').map((pair) => {
        const [name = '', value = ''] = pair.split('=')
        return [name, unescaped(value.replaceAll('%3A', ':').replaceAll('%2C', ','))]
      }),
    ),
    message: unescaped(message),
  }))
}

const unescaped = (text: string) =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')
