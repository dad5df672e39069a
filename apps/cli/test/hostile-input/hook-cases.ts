import { mkdirSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

import fc from 'fast-check'

import { type Artifact, artifacts } from './artifacts.ts'
import { hostileName, hostileText } from '@workbench/test-support/hostile-text'
import { crashProblems, show, unprintableLines } from '@workbench/test-support/output-rules'
import { HOOK, type ProgramResult, runProgram } from './run-program.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'
import { SHELL_COMMANDS } from './shell-commands.ts'

/** An artifact that a tool or a shell command wrote. */
interface WriteCase {
  readonly kind: 'tool' | 'shell' | 'stop'
  readonly folder: string
  readonly name: string
  readonly artifact: Artifact
  /** Chooses the spelling of the path, or the shell command. */
  readonly choice: number
}

/** A fact in the memory when a session starts. */
interface FactCase {
  readonly kind: 'start'
  readonly title: string
  readonly body: string
}

/** An event that no agent sends. */
interface EventCase {
  readonly kind: 'event'
  readonly event: string | Uint8Array
}

type HookCase = WriteCase | FactCase | EventCase

const writeCases: fc.Arbitrary<WriteCase> = fc.record({
  kind: fc.constantFrom('tool', 'shell', 'shell', 'stop'),
  folder: fc.oneof(fc.constant('w1'), hostileName),
  name: hostileName,
  artifact: artifacts,
  choice: fc.nat({ max: 1000 }),
})

const factCases: fc.Arbitrary<FactCase> = fc.record({
  kind: fc.constant('start'),
  title: hostileText().map((text) => firstCharacters(text, 80)),
  body: hostileText().map((text) => firstCharacters(text.repeat(20), 900)),
})

const firstCharacters = (text: string, count: number): string => Array.from(text).slice(0, count).join('')

const PATHS = [
  ...['link.json', 'linked/agent.json', '.workbench/blackboard/linked/agent.json', '../outside/secret.json'],
  ...[
    '.workbench/blackboard/w1/link.json',
    '/etc/passwd',
    '/dev/zero',
    '/proc/self/pagemap',
    '/proc/self/mem',
    '.',
  ],
  ...[
    '.workbench',
    'a/'.repeat(3000),
    `${'n'.repeat(300)}.json`,
    '\0.json',
    'file:///%00.json',
    'C:\\a.json',
    '~/a.json',
  ],
]

const paths = fc.oneof(
  fc.constantFrom(...PATHS),
  hostileText(),
  hostileText().map((text) => `${text}.json`),
)

const events: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc
    .record({
      hook_event_name: fc.oneof(
        {
          weight: 5,
          arbitrary: fc.constantFrom('PostToolUse', 'PreToolUse', 'Stop', 'AfterTool', 'SessionStart'),
        },
        { weight: 1, arbitrary: hostileText() },
      ),
      tool_name: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom('Write', 'Bash', 'Edit', 'apply_patch', 'mcp__x__y') },
        { weight: 1, arbitrary: hostileText() },
      ),
      tool_input: fc.oneof(
        fc.record({ file_path: paths }),
        fc.record({
          command: fc.oneof(
            hostileText(),
            paths.map((path) => `cat x > ${path}`),
          ),
        }),
        fc.record({ files: fc.array(paths, { maxLength: 20 }) }),
        fc.record({
          patch: paths.map((path) => `*** Begin Patch\n*** Add File: ${path}\n+{}\n*** End Patch`),
        }),
        fc.jsonValue(),
      ),
      cwd: fc.option(fc.oneof(paths, fc.jsonValue()), { nil: undefined }),
    })
    .map((event) => JSON.stringify(event)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  hostileText(),
  fc.uint8Array({ maxLength: 200 }),
  fc.nat({ max: 2000 }).map((size) => '}'.repeat(500 * size)),
  fc.nat({ max: 2000 }).map((size) => '['.repeat(20 * size)),
  fc
    .nat({ max: 2000 })
    .map(
      (size) =>
        `{"hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"a.json","content":"${'x'.repeat(500 * size)}`,
    ),
)

export const hookCases: fc.Arbitrary<HookCase> = fc.oneof(
  { weight: 6, arbitrary: writeCases },
  { weight: 1, arbitrary: factCases },
  { weight: 2, arbitrary: events.map((event): HookCase => ({ kind: 'event', event })) },
)

/** Agents shorten hook output of more than 10,000 characters. */
const MAX_MESSAGE_LENGTH = 10_000

/** Runs the hook in a new process. Returns what is wrong. */
export async function runHookCase(hookCase: HookCase): Promise<string[]> {
  const sandbox = createSandbox()
  try {
    const problems = await runCase(sandbox, hookCase)
    return [...problems, ...sandbox.changes()]
  } finally {
    sandbox.dispose()
  }
}

const runHook = (sandbox: Sandbox, input: string | Uint8Array) =>
  runProgram(process.execPath, [HOOK], { cwd: sandbox.project, env: sandbox.env, input })

async function runCase(sandbox: Sandbox, hookCase: HookCase): Promise<string[]> {
  switch (hookCase.kind) {
    case 'event':
      return runEvent(sandbox, hookCase.event)
    case 'start':
      return runStart(sandbox, hookCase)
    default:
      return runWrite(sandbox, hookCase)
  }
}

async function runEvent(sandbox: Sandbox, event: string | Uint8Array): Promise<string[]> {
  return checkResult(await runHook(sandbox, event))
}

/** The limit of the facts in the context of an agent, in bytes. */
const MAX_FACTS_BYTES = 2048

async function runStart(sandbox: Sandbox, { title, body }: FactCase): Promise<string[]> {
  const fact = {
    schema: 'fact.v1',
    producedBy: 'x',
    id: 'fact-0001',
    type: 'domain',
    scope: 'x',
    title,
    body,
  }
  const text = JSON.stringify({ ...fact, confidence: 'high', source: 'x', created: '2026-01-31' })
  sandbox.write('.workbench/memory/fact-0001.json', Buffer.from(text))
  const event = { hook_event_name: 'SessionStart', source: 'startup', cwd: sandbox.project }
  const result = await runHook(sandbox, JSON.stringify(event))
  const context = contextOf(result.stdout)
  return [
    ...checkResult(result),
    ...(result.status === 0 ? [] : [`status ${result.status} at the start of a session`]),
    ...(Buffer.byteLength(context) > MAX_FACTS_BYTES ? [`facts of ${Buffer.byteLength(context)} bytes`] : []),
    ...(context.split('\n').filter((line) => line.startsWith('fact-0001 (domain): ')).length === 1
      ? []
      : [`the fact is not in the context: ${show(context)}`]),
  ]
}

async function runWrite(
  sandbox: Sandbox,
  { kind, folder, name, artifact, choice }: WriteCase,
): Promise<string[]> {
  const target = posix.join('.workbench/blackboard', folder, `${name}.json`)
  mkdirSync(dirname(join(sandbox.project, target)), { recursive: true })
  let event: object
  if (kind === 'shell') {
    sandbox.write('draft', artifact.bytes)
    const command = SHELL_COMMANDS[choice % SHELL_COMMANDS.length]?.(target) ?? ''
    const shell = await runProgram('bash', ['-c', command], { cwd: sandbox.project, env: sandbox.env })
    if (shell.status !== 0) return [`the shell failed: ${command}: ${shell.stderr}`]
    event = {
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command },
      cwd: sandbox.project,
    }
  } else {
    sandbox.write(target, artifact.bytes)
    const spellings = [
      target,
      join(sandbox.project, target),
      `./x/../${target}`,
      `${sandbox.project}//./${target}`,
    ]
    const tool_input = { file_path: spellings[choice % spellings.length], content: 'x' }
    event = {
      hook_event_name: kind === 'stop' ? 'Stop' : 'PostToolUse',
      tool_name: 'Write',
      tool_input,
      cwd: sandbox.project,
    }
  }
  const result = await runHook(sandbox, JSON.stringify(event))
  const problems = checkResult(result)
  if (!artifact.isValid && result.status !== 2)
    problems.push(`status ${result.status} for an invalid artifact`)
  return problems
}

function checkResult({ status, stdout, stderr }: ProgramResult): string[] {
  return [
    ...([0, 1, 2].includes(status ?? -1) ? [] : [`status ${status}`]),
    ...(status === 2 && stderr === '' ? ['a rejection without a message'] : []),
    ...(stderr.length > MAX_MESSAGE_LENGTH ? [`a message of ${stderr.length} characters`] : []),
    ...(stdout === '' ? [] : unprintableLines(contextOf(stdout))),
    ...(stdout.length > MAX_MESSAGE_LENGTH * 2 ? [`output of ${stdout.length} characters`] : []),
    ...unprintableLines(stderr),
    ...crashProblems(stderr),
  ]
}

interface Output {
  readonly hookSpecificOutput?: { readonly additionalContext?: string }
  readonly systemMessage?: string
}

/** What standard output tells the agent or the user; throws an error if it is not JSON. */
function contextOf(stdout: string): string {
  const { hookSpecificOutput, systemMessage = '' } = JSON.parse(stdout || '{}') as Output
  return hookSpecificOutput?.additionalContext ?? systemMessage
}
