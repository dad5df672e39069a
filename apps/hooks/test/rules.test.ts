import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { openContracts } from '@workbench/contracts'
import { openArea, writeFact } from '@workbench/workspace'

import { commit, git } from '@workbench/test-support/git-repository'
import {
  brokenFinding,
  projectWith,
  repository,
  silence,
  truncatedReview,
  validFact,
  validFinding,
  write,
  written,
  forgetWriters,
} from '@workbench/test-support/hook'

import { runHook } from './run-hook.ts'

const ARTIFACT = '.workbench/blackboard/w1/auditor.json'
const USE_MEMORY_WRITE = /write facts only with the tool memory_write/

/** Runs the hook for a file that was written in a new project. */
async function afterWriting(
  path: string,
  content: string | Uint8Array,
  env: Readonly<Record<string, string>> = {},
) {
  const root = projectWith({ [path]: content })
  return runHook(written(join(root, path)), { cwd: root, env })
}

/** A valid finding with an additional member. */
const withMember = (name: string, value: unknown, where: 'first' | 'last'): string => {
  const finding = JSON.parse(validFinding) as Record<string, unknown>
  return JSON.stringify(where === 'first' ? { [name]: value, ...finding } : { ...finding, [name]: value })
}

describe('the hook, after a write without violations,', () => {
  it.concurrent.each([
    ['a valid artifact on the blackboard', ARTIFACT, validFinding],
    ['a valid artifact elsewhere', 'out/finding.json', validFinding],
    ['JSON without a schema', 'package.json', '{ "name": "x", "version": "1.0.0" }'],
    ['JSON whose schema is not a contract', 'config.json', '{ "schema": "public", "tables": [] }'],
    ['JSON whose schema is an unknown version of a contract', 'config.json', '{ "schema": "finding.v2" }'],
    ['JSON whose schema is not a string', 'config.json', '{ "schema": { "type": "object" } }'],
    ['a contract file', 'schemas/x.json', '{ "properties": { "schema": { "const": "finding.v1" } } }'],
    [
      'JSON that names a contract in an item of an array',
      'rules.json',
      '[{ "for": { "schema": "finding.v1" } }]',
    ],
    ['JSON that names a contract in a nested object', 'rules.json', '{ "rule": { "schema": "finding.v1" } }'],
    [
      'JSON that names a contract inside of a string',
      'notes.json',
      '{ "note": "\\"schema\\": \\"finding.v1\\"" }',
    ],
    ['malformed JSON without a schema', 'config.json', '{ "a": 1,, }'],
    [
      'JSON with comments that names a contract in a nested object',
      'cases.json',
      '{ // cases\n "cases": [{ "schema": "finding.v1" }] }',
    ],
    [
      'JSON with a byte-order mark that names a contract in a nested object',
      'a.json',
      '\uFEFF{ "a": { "schema": "finding.v1" } }',
    ],
    ['JSON with comments', 'tsconfig.json', '// comment\n{ "compilerOptions": {} }'],
    ['an empty file', 'empty.json', ''],
    ['binary data', 'image.json', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
    ['an invalid artifact in a file without the extension .json', 'finding.md', brokenFinding],
    ['a file in a folder whose name begins with .workbench', '.workbench-old/blackboard/w1/a.json', '{}'],
    ['a Markdown file in the working area', '.workbench/notes.md', 'x'],
  ])('accepts %s', async (_, path, content) => {
    expect(await afterWriting(path, content)).toEqual(silence)
  })

  it('accepts a deleted file', async () => {
    const root = projectWith()
    expect(await runHook(written(join(root, ARTIFACT)))).toEqual(silence)
  })

  it('accepts a folder whose name ends with .json', async () => {
    const root = projectWith()
    mkdirSync(join(root, ARTIFACT), { recursive: true })
    expect(await runHook(written(join(root, ARTIFACT)))).toEqual(silence)
  })

  it('accepts files that are not artifacts if the schema directory cannot be listed', async () => {
    const env = { WORKBENCH_SCHEMAS: '/nowhere' }
    expect(await afterWriting('package.json', '{ "name": "x" }', env)).toEqual(silence)
    expect(await afterWriting('config.json', '{ "schema": "public" }', env)).toEqual(silence)
    expect(await afterWriting('src/main.ts', 'x', env)).toEqual(silence)
  })
})

describe('the hook, after a write with violations,', () => {
  it.concurrent.each<[string, string, string | Uint8Array, RegExp]>([
    [
      'an invalid artifact on the blackboard',
      ARTIFACT,
      brokenFinding,
      /^\/effortHours \(line 18, column 18\): /m,
    ],
    [
      'an invalid artifact elsewhere',
      'out/finding.json',
      brokenFinding,
      /failed validation against finding\.v1/,
    ],
    [
      'an invalid artifact whose file name is in capitals',
      'OUT.JSON',
      brokenFinding,
      /failed validation against finding\.v1/,
    ],
    [
      'a truncated artifact on the blackboard',
      ARTIFACT,
      truncatedReview,
      /^the artifact \(line 68, column 112\): /m,
    ],
    [
      'an artifact in UTF-16',
      'out/finding.json',
      Buffer.from('\uFEFF{ "schema": "finding.v1" }', 'utf16le'),
      /received UTF-16/,
    ],
    [
      'an artifact that repeats its schema with another value',
      'out/f.json',
      '{ "schema": "finding.v1", "schema": "other" }',
      /"schema" again/,
    ],
    [
      'a truncated artifact elsewhere',
      'out/review.json',
      truncatedReview,
      /\(line 68, column 112\): Expected/,
    ],
    ['an empty file on the blackboard', ARTIFACT, '', /line 1, column 1/],
    ['binary data on the blackboard', ARTIFACT, new Uint8Array([0xff, 0x00]), /Expected UTF-8 text/],
    [
      'JSON without a schema in the working area',
      ARTIFACT,
      '{ "a": 1 }',
      /^\/schema \(line 1, column 1\): /m,
    ],
    [
      'JSON with an unknown schema in the working area',
      ARTIFACT,
      '{ "schema": "findings.v1" }',
      /^\/schema .*Expected "finding\.v1"; received the string "findings\.v1"/m,
    ],
    [
      'an invalid artifact in another folder of the working area',
      '.workbench/other/x.json',
      brokenFinding,
      /failed validation against finding\.v1/,
    ],
    [
      'an artifact elsewhere whose schema follows a nested object with another one',
      'out/finding.json',
      withMember('extra', { schema: 'other' }, 'first'),
      /^\/extra /m,
    ],
    ['a valid fact in the memory', '.workbench/memory/fact-0001.json', validFact, USE_MEMORY_WRITE],
    ['an invalid fact in the memory', '.workbench/memory/fact-0001.json', '{}', USE_MEMORY_WRITE],
    ['a fact on the blackboard', ARTIFACT, validFact, USE_MEMORY_WRITE],
    ['a fact elsewhere', 'facts/one.json', validFact, USE_MEMORY_WRITE],
    ['another artifact in the memory', '.workbench/memory/finding.json', validFinding, USE_MEMORY_WRITE],
  ])('rejects %s', async (_, path, content, expected) => {
    const { status, stdout, stderr } = await afterWriting(path, content)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(expected)
    expect(stderr).toContain(path)
    expect(stderr).not.toMatch(/\n +at /)
  })

  it('rejects an invalid handoff that names facts among its artifacts, for its own violations', async () => {
    const handoff = { artifacts: [{ path: 'x', schema: 'fact.v1' }], schema: 'handoff.v1', producedBy: 'x' }
    const { status, stderr } = await afterWriting(ARTIFACT, JSON.stringify(handoff))
    expect(status).toBe(2)
    expect(stderr).toMatch(/^\/wave /m)
    expect(stderr).not.toMatch(USE_MEMORY_WRITE)
  })

  it('rejects an invalid artifact whose path contains a link', async () => {
    const root = projectWith({ [ARTIFACT]: brokenFinding })
    symlinkSync(join(root, '.workbench', 'blackboard'), join(root, 'board'))
    expect(await runHook(written(join(root, 'board/w1/auditor.json')))).toMatchObject({ status: 2 })
  })

  it('rejects an artifact if the schema directory cannot be listed, with the reason', async () => {
    const { status, stderr } = await afterWriting(ARTIFACT, validFinding, { WORKBENCH_SCHEMAS: '/nowhere' })
    expect(status).toBe(2)
    expect(stderr).toContain('it could not be validated: Cannot list the contracts in /nowhere')
    expect(stderr).not.toMatch(/\n +at /)
  })

  it('rejects an artifact whose contract file is broken, with the name of that file', async () => {
    const root = projectWith({
      [ARTIFACT]: '{ "schema": "memo.v1" }',
      'plugins/workbench-core/schemas/memo.v1.schema.json': '{ "minLength": 1 }',
    })
    const { status, stderr } = await runHook(written(join(root, ARTIFACT)), { cwd: root })
    expect(status).toBe(2)
    expect(stderr).toContain(
      'it could not be validated: its contract is broken: memo.v1.schema.json#/minLength',
    )
  })

  it("rejects an artifact that is invalid by a contract of the project's schema directory", async () => {
    const directory = 'plugins/workbench-core/schemas'
    const root = projectWith({ 'memo.json': '{ "schema": "memo.v1", "text": 1 }', [`${directory}/x`]: '' })
    const event = written(join(root, 'memo.json'))
    expect(await runHook(event, { cwd: root })).toEqual(silence)
    const contract = {
      type: 'object',
      properties: { schema: { const: 'memo.v1' }, text: { type: 'string' } },
    }
    write(join(root, directory, 'memo.v1.schema.json'), JSON.stringify(contract))
    const { status, stderr } = await runHook(event, { cwd: root })
    expect(status).toBe(2)
    expect(stderr).toMatch(/^\/text \(line 1, column 32\): Expected a string; received the number 1/m)
  })

  it('rejects each invalid file of several that one tool wrote', async () => {
    const root = projectWith({ [ARTIFACT]: brokenFinding, 'b.json': truncatedReview, 'c.json': validFinding })
    const event = written('', { cwd: root, tool_input: { files: [ARTIFACT, 'b.json', 'c.json'] } })
    const { status, stderr } = await runHook(event)
    expect(status).toBe(2)
    // Malformed JSON comes first.
    expect(stderr.match(/^workbench: \S+/gm)).toEqual(['workbench: b.json', `workbench: ${ARTIFACT}`])
  })

  it('rejects a file once if the event names it twice', async () => {
    const root = projectWith({ [ARTIFACT]: brokenFinding })
    const event = written('', { cwd: root, tool_input: { file_path: ARTIFACT, path: ARTIFACT } })
    expect((await runHook(event)).stderr.match(/^workbench: /gm)).toHaveLength(1)
  })
})

interface ToolCall {
  readonly name: string
  readonly tool: string
  readonly input: unknown
  /** Current directory, relative to the project's root. */
  readonly cwd?: string
}

const FACT = '.workbench/memory/fact-0001.json'

const writesToMemory: readonly ToolCall[] = [
  { name: 'Write', tool: 'Write', input: { file_path: `{root}/${FACT}`, content: '{}' } },
  { name: 'Write to a relative path', tool: 'Write', input: { file_path: FACT, content: '{}' } },
  { name: 'Write to the records of the facts', tool: 'Write', input: { file_path: '.workbench/records/x' } },
  { name: 'Write to a path with ..', tool: 'Write', input: { file_path: `.workbench/x/../memory/a.json` } },
  {
    name: 'Write of a file that is not JSON',
    tool: 'Write',
    input: { file_path: '.workbench/memory/a.txt' },
  },
  {
    name: 'Write to a path with the separators of Windows',
    tool: 'Write',
    input: { file_path: FACT.replaceAll('/', '\\') },
  },
  {
    name: 'Write with the memory as current directory',
    tool: 'Write',
    input: { file_path: 'fact-0001.json' },
    cwd: '.workbench/memory',
  },
  { name: 'Edit', tool: 'Edit', input: { file_path: FACT, old_string: 'a', new_string: 'b' } },
  { name: 'MultiEdit', tool: 'MultiEdit', input: { file_path: FACT, edits: [] } },
  { name: 'an MCP tool', tool: 'mcp__filesystem__write_file', input: { path: FACT, content: '{}' } },
  {
    name: 'an MCP tool that moves',
    tool: 'mcp__fs__move_file',
    input: { source: 'a.json', destination: FACT },
  },
  {
    name: 'apply_patch',
    tool: 'apply_patch',
    input: { command: `*** Begin Patch\n*** Add File: ${FACT}\n+{}` },
  },
]

const others: readonly ToolCall[] = [
  { name: 'Read of a fact', tool: 'Read', input: { file_path: FACT } },
  { name: 'Grep in the memory', tool: 'Grep', input: { pattern: 'x', path: '.workbench/memory' } },
  { name: 'Glob in the memory', tool: 'Glob', input: { pattern: '*.json', path: '.workbench/memory/' } },
  { name: 'an MCP tool that reads', tool: 'mcp__filesystem__read_file', input: { path: FACT } },
  { name: 'a shell command that names a fact', tool: 'Bash', input: { command: `cat ${FACT}` } },
  {
    name: 'Write to another folder named memory',
    tool: 'Write',
    input: { file_path: 'src/memory/fact-0001.json' },
  },
  { name: 'Write of an artifact on the blackboard', tool: 'Write', input: { file_path: ARTIFACT } },
  { name: 'memory_write', tool: 'mcp__workbench__memory_write', input: { agent: 'x', title: FACT } },
]

describe('the hook, before a tool,', () => {
  const run = async ({ tool, input, cwd = '' }: ToolCall) => {
    const root = projectWith({ [FACT]: validFact, [ARTIFACT]: brokenFinding, 'fact-0001.json': validFact })
    const event = { hook_event_name: 'PreToolUse', cwd: join(root, cwd), tool_name: tool, tool_input: input }
    return runHook(JSON.stringify(event).replaceAll('{root}', root), { cwd: root })
  }

  it.concurrent.each(writesToMemory)('blocks a write to the memory: $name', async (call) => {
    const { status, stdout, stderr } = await run(call)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/was not written: write facts only with the tool memory_write/)
  })

  it.concurrent.each(others)('allows $name', async (call) => {
    expect(await run(call)).toEqual(silence)
  })

  it('blocks a write to a memory that does not exist yet', async () => {
    const event = written(join(projectWith(), FACT), { hook_event_name: 'PreToolUse' })
    expect(await runHook(event)).toMatchObject({ status: 2 })
  })

  it('blocks a write to the memory through a link', async () => {
    const root = projectWith({ [FACT]: validFact })
    symlinkSync(join(root, '.workbench', 'memory'), join(root, 'facts'))
    const event = written(join(root, 'facts/fact-0002.json'), { hook_event_name: 'PreToolUse' })
    expect(await runHook(event)).toMatchObject({ status: 2 })
  })

  it('blocks a write to the memory for BeforeTool of Gemini CLI', async () => {
    const event = written(join(projectWith(), FACT), {
      hook_event_name: 'BeforeTool',
      tool_name: 'write_file',
    })
    expect(await runHook(event)).toMatchObject({ status: 2 })
  })
})

describe('the hook, after a tool, for a fact in the memory,', () => {
  /** A project with a fact that memory_write wrote. */
  function projectWithFact() {
    const root = projectWith()
    const contracts = openContracts({ directory: join(repository, 'schemas') })
    const draft = {
      agent: 'a',
      type: 'risk',
      scope: 's',
      title: 't',
      body: 'b',
      confidence: 'high',
      source: 's',
    } as const
    const { path } = writeFact(openArea(root), contracts, draft, '2026-01-31')
    return { root, path }
  }

  const shell = (root: string, command: string, change: object = {}): string =>
    written('', { cwd: root, tool_name: 'Bash', tool_input: { command }, ...change })

  it('accepts one that memory_write wrote', async () => {
    const { root, path } = projectWithFact()
    expect(await runHook(shell(root, `cat ${path}`))).toEqual(silence)
  })

  it('rejects one that the tool changed', async () => {
    const { root, path } = projectWithFact()
    write(join(root, path), readFileSync(join(root, path), 'utf8').replace('"high"', '"low"'))
    for (const command of [`sed -i s/high/low/ ${path}`, './change-facts']) {
      forgetWriters(root)
      const { status, stderr } = await runHook(shell(root, command))
      expect(status).toBe(2)
      expect(stderr).toContain(path)
    }
  })

  it('rejects one that the tool wrote and names, once', async () => {
    const root = projectWith({ [FACT]: validFact.replace(/"fact-\d+"/, '"fact-0001"') })
    expect(await runHook(shell(root, `cp draft.txt ${FACT}`))).toMatchObject({ status: 2 })
    expect(await runHook(shell(root, 'git pull'))).toEqual(silence)
  })

  it('accepts one that git brought and the tool names', async () => {
    const root = projectWith({ [FACT]: validFact.replace(/"fact-\d+"/, '"fact-0001"') })
    rmSync(join(root, '.git'), { recursive: true })
    git(root, 'init', '--quiet')
    commit(root)
    expect(await runHook(shell(root, `git checkout -- ${FACT}`))).toMatchObject({ status: 0, stderr: '' })
    write(join(root, FACT), readFileSync(join(root, FACT), 'utf8').replace('"high"', '"low"'))
    expect(await runHook(shell(root, `sed -i s/high/low/ ${FACT}`))).toMatchObject({ status: 2 })
  })

  it('accepts one without a record that the tool only names', async () => {
    const root = projectWith({ [FACT]: validFact.replace(/"fact-\d+"/, '"fact-0001"') })
    const event = (hook_event_name: string) => shell(root, `cat ${FACT}`, { hook_event_name })
    expect(await runHook(event('PreToolUse'))).toEqual(silence)
    expect(await runHook(event('PostToolUse'))).toEqual(silence)
  })
})
