import { lstatSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import fc from 'fast-check'

import { type Artifact, artifacts, CONTRACT } from './artifacts.ts'
import { hostileName, hostileText } from '@workbench/test-support/hostile-text'
import { crashProblems, unprintableLines } from '@workbench/test-support/output-rules'
import { SERVER } from './run-program.ts'
import { createSandbox, type Sandbox, SECRET } from './sandbox.ts'

/** A call of an agent tool. */
interface ToolCase {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** The artifact in the arguments, or in the file that they name. */
  readonly artifact?: Artifact
  /** A file of the project to write before the call. */
  readonly file?: string
}

/** The limit of an answer, in bytes. */
const MAX_ANSWER_BYTES = 256_000

const OUTSIDE = [
  ...[
    '../outside/secret.json',
    '../secret.json',
    'linked/agent.json',
    'link.json',
    '../outside/folder',
    '/etc/passwd',
  ],
  ...[
    '.workbench/blackboard/w1/link.json',
    '.workbench/blackboard/linked/agent.json',
    '/proc/self/root/etc/passwd',
  ],
  ...[
    '/dev/zero',
    '/proc/self/pagemap',
    '/proc/self/cwd/../secret.json',
    '',
    '.',
    '..',
    '\0',
    'a/'.repeat(3000),
  ],
]

const outside = fc.oneof(fc.constantFrom(...OUTSIDE), hostileText())
const segment = fc.oneof(
  fc.constantFrom(
    'w1',
    'agent',
    'linked',
    'link',
    '..',
    '../..',
    '../../../outside',
    '/tmp',
    'con',
    'a'.repeat(65),
    '',
  ),
  hostileText(),
)
const valueOf = ({ value, bytes }: Artifact): unknown => value ?? Buffer.from(bytes).toString()

export const toolCases: fc.Arbitrary<ToolCase> = fc.oneof(
  {
    weight: 3,
    arbitrary: artifacts.map((artifact) => ({
      tool: 'contract_validate',
      args: { schema: CONTRACT, artifact: valueOf(artifact) },
      artifact,
    })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ name: hostileName, artifact: artifacts }).map(({ name, artifact }) => ({
      tool: 'contract_validate',
      args: { schema: CONTRACT, path: `${name}.json` },
      artifact,
      file: `${name}.json`,
    })),
  },
  {
    weight: 2,
    arbitrary: outside.map((path) => ({ tool: 'contract_validate', args: { schema: CONTRACT, path } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .oneof(fc.constant(CONTRACT), outside)
      .map((schema) => ({ tool: 'contract_show', args: { schema } })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ wave: segment, agent: segment, artifact: artifacts, replace: fc.boolean() })
      .map(({ wave, agent, artifact, replace }) => ({
        tool: 'blackboard_write',
        args: { schema: CONTRACT, wave, agent, artifact: valueOf(artifact), replace },
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        agent: hostileText(),
        type: fc.oneof(fc.constant('risk'), hostileText()),
        scope: hostileText(),
        title: hostileText(),
        body: hostileText(),
        confidence: hostileText(),
        source: hostileText(),
        tags: fc.array(hostileText(), { maxLength: 3 }),
        supersedes: fc.oneof(fc.constant(null), fc.constant('fact-0001'), outside),
        links: fc.array(outside, { maxLength: 2 }),
      })
      .map((args) => ({ tool: 'memory_write', args })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      tool: fc.constantFrom(
        'contract_validate',
        'contract_show',
        'memory_read',
        'blackboard_write',
        'memory_write',
      ),
      args: fc.dictionary(
        fc.oneof(
          fc.constantFrom('schema', 'path', 'artifact', 'id', 'text', 'limit', 'tag', 'wave', 'agent'),
          hostileText(),
        ),
        fc.oneof(fc.jsonValue(), hostileText(), outside),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ tool: hostileText(), args: fc.constant({}) }) },
)

interface CallResult {
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly isError?: boolean
}

/** Calls the tools of one server. Returns what is wrong, by index of the case. */
export async function runToolCases(
  cases: readonly ToolCase[],
): Promise<{ index: number; problem: string }[]> {
  const sandbox = createSandbox()
  const client = new Client({ name: 'hostile-input', version: '1.0.0' }, { capabilities: {} })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SERVER],
    cwd: sandbox.project,
    env: { ...sandbox.env },
    stderr: 'pipe',
  })
  let errors = ''
  transport.stderr?.on('data', (chunk: Buffer) => (errors += String(chunk)))
  const problems: { index: number; problem: string }[] = []
  try {
    await client.connect(transport)
    for (const [index, toolCase] of cases.entries()) {
      const found = [...(await callTool(client, sandbox, toolCase)), ...sandbox.changes()]
      for (const problem of found) problems.push({ index, problem })
    }
    const { tools } = await client.listTools()
    const last = cases.length - 1
    if (tools.length === 0) problems.push({ index: last, problem: 'no tools at the end' })
    for (const problem of [...crashProblems(errors), ...unprintableLines(errors)])
      problems.push({ index: last, problem })
  } finally {
    await client.close()
    sandbox.dispose()
  }
  return problems
}

async function callTool(
  client: Client,
  sandbox: Sandbox,
  { tool, args, artifact, file }: ToolCase,
): Promise<string[]> {
  if (file !== undefined) sandbox.write(file, artifact?.bytes ?? '')
  let result: CallResult
  try {
    result = (await client.callTool({ name: tool, arguments: args })) as unknown as CallResult
  } catch (error) {
    // A JSON-RPC error is an answer, whose text is that of the SDK; a closed connection or a timeout is none.
    const { code, message } = error as { code?: unknown; message: string }
    return typeof code === 'number' && code <= -32_600 ? [] : [`no answer: ${String(code)} ${message}`]
  }
  const { content, structuredContent = {}, isError = false } = result
  const text = content.map((part) => part.text).join('\n')
  const json = JSON.stringify(result)
  return [
    ...(Buffer.byteLength(json) > MAX_ANSWER_BYTES ? [`an answer of ${Buffer.byteLength(json)} bytes`] : []),
    ...(json.includes(SECRET) ? ['printed a secret'] : []),
    ...unprintableLines(text),
    ...crashProblems(text),
    ...(artifact && structuredContent['valid'] === true && !artifact.isValid
      ? ['an invalid artifact is valid']
      : []),
    ...(artifact?.isValid && structuredContent['valid'] !== true
      ? [`a valid artifact is invalid: ${text}`]
      : []),
    ...(isError ? [] : pathProblems(sandbox, structuredContent['path'])),
  ]
}

/** A file that a tool says it has written must exist in the project, and be a plain file. */
function pathProblems({ project }: Sandbox, path: unknown): string[] {
  if (typeof path !== 'string') return []
  const stat = lstatSync(join(project, path), { throwIfNoEntry: false })
  return stat?.isFile() && path.startsWith('.workbench/') ? [] : [`not written: ${path}`]
}
