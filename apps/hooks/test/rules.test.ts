import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import {
  brokenFinding,
  projectWith,
  runHook,
  silence,
  truncatedReview,
  validFact,
  validFinding,
  write,
  written,
} from './hook.ts'

const ARTIFACT = '.workbench/blackboard/w1/auditor.json'
const USE_MEMORY_WRITE = /facts are written with the tool memory_write/

/** What the hook says after a file was written in a project of its own. */
async function afterWriting(
  path: string,
  content: string | Uint8Array,
  env: Readonly<Record<string, string>> = {},
) {
  const root = projectWith({ [path]: content })
  return runHook(written(join(root, path)), { cwd: root, env })
}

/** A finding with a member before or after the others. */
const withMember = (name: string, value: unknown, where: 'first' | 'last'): string => {
  const finding = JSON.parse(validFinding) as Record<string, unknown>
  return JSON.stringify(where === 'first' ? { [name]: value, ...finding } : { ...finding, [name]: value })
}

describe('after a write, the hook says nothing about', () => {
  it.concurrent.each([
    ['a valid artifact on the blackboard', ARTIFACT, validFinding],
    ['a valid artifact elsewhere', 'out/finding.json', validFinding],
    ['JSON without a schema', 'package.json', '{ "name": "x", "version": "1.0.0" }'],
    ['JSON with another schema', 'config.json', '{ "schema": "public", "tables": [] }'],
    ['JSON with the schema of a later version', 'config.json', '{ "schema": "finding.v2" }'],
    ['JSON with a schema that is no string', 'config.json', '{ "schema": { "type": "object" } }'],
    ['a contract file', 'schemas/x.json', '{ "properties": { "schema": { "const": "finding.v1" } } }'],
    ['JSON that names a contract only deep in it', 'rules.json', '[{ "for": { "schema": "finding.v1" } }]'],
    [
      'JSON that names a contract in one of its parts',
      'rules.json',
      '{ "rule": { "schema": "finding.v1" } }',
    ],
    ['JSON that names a contract in a text', 'notes.json', '{ "note": "\\"schema\\": \\"finding.v1\\"" }'],
    ['malformed JSON without a schema', 'config.json', '{ "a": 1,, }'],
    [
      'JSON with comments that names a contract in one of its parts',
      'cases.json',
      '{ // cases\n "cases": [{ "schema": "finding.v1" }] }',
    ],
    [
      'JSON behind a byte-order mark that names one in a part',
      'a.json',
      '\uFEFF{ "a": { "schema": "finding.v1" } }',
    ],
    ['JSON with comments', 'tsconfig.json', '// comment\n{ "compilerOptions": {} }'],
    ['an empty file', 'empty.json', ''],
    ['what is no text', 'image.json', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
    ['a file that is not JSON by its name', 'finding.md', brokenFinding],
    ['an area that only looks like one', '.workbench-old/blackboard/w1/a.json', '{}'],
    ['notes in the area', '.workbench/notes.md', 'x'],
  ])('%s', async (_, path, content) => {
    expect(await afterWriting(path, content)).toEqual(silence)
  })

  it('a file that was deleted', async () => {
    const root = projectWith()
    expect(await runHook(written(join(root, ARTIFACT)))).toEqual(silence)
  })

  it('a folder with the name of a file', async () => {
    const root = projectWith()
    mkdirSync(join(root, ARTIFACT), { recursive: true })
    expect(await runHook(written(join(root, ARTIFACT)))).toEqual(silence)
  })

  it('ordinary files where the schema directory is broken', async () => {
    const env = { WORKBENCH_SCHEMAS: '/nowhere' }
    expect(await afterWriting('package.json', '{ "name": "x" }', env)).toEqual(silence)
    expect(await afterWriting('config.json', '{ "schema": "public" }', env)).toEqual(silence)
    expect(await afterWriting('src/main.ts', 'x', env)).toEqual(silence)
  })
})

describe('after a write, the hook sends back', () => {
  it.concurrent.each<[string, string, string | Uint8Array, RegExp]>([
    [
      'a broken artifact on the blackboard',
      ARTIFACT,
      brokenFinding,
      /^\/effortHours \(line 18, column 18\): /m,
    ],
    ['a broken artifact elsewhere', 'out/finding.json', brokenFinding, /breaks its contract finding\.v1/],
    [
      'a broken artifact with a name in capitals',
      'OUT.JSON',
      brokenFinding,
      /breaks its contract finding\.v1/,
    ],
    [
      'half an artifact on the blackboard',
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
      'an artifact that names another schema again',
      'out/f.json',
      '{ "schema": "finding.v1", "schema": "other" }',
      /"schema" again/,
    ],
    ['half an artifact elsewhere', 'out/review.json', truncatedReview, /\(line 68, column 112\): Expected/],
    ['an empty file on the blackboard', ARTIFACT, '', /line 1, column 1/],
    ['what is no text, on the blackboard', ARTIFACT, new Uint8Array([0xff, 0x00]), /Expected UTF-8 text/],
    ['JSON of no contract in the area', ARTIFACT, '{ "a": 1 }', /^\/schema \(line 1, column 1\): /m],
    [
      'a contract that there is not, in the area',
      ARTIFACT,
      '{ "schema": "findings.v1" }',
      /^\/schema .*did you mean "finding\.v1"/m,
    ],
    [
      'a broken artifact anywhere in the area',
      '.workbench/other/x.json',
      brokenFinding,
      /breaks its contract/,
    ],
    [
      'an artifact elsewhere whose schema comes after a part with one',
      'out/finding.json',
      withMember('extra', { schema: 'other' }, 'first'),
      /^\/extra /m,
    ],
    ['a valid fact in the memory', '.workbench/memory/fact-0001.json', validFact, USE_MEMORY_WRITE],
    ['a broken fact in the memory', '.workbench/memory/fact-0001.json', '{}', USE_MEMORY_WRITE],
    ['a fact on the blackboard', ARTIFACT, validFact, USE_MEMORY_WRITE],
    ['a fact elsewhere', 'facts/one.json', validFact, USE_MEMORY_WRITE],
    ['another artifact in the memory', '.workbench/memory/finding.json', validFinding, USE_MEMORY_WRITE],
  ])('%s', async (_, path, content, expected) => {
    const { status, stdout, stderr } = await afterWriting(path, content)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(expected)
    expect(stderr).toContain(path)
    expect(stderr).not.toMatch(/\n +at /)
  })

  it('a handoff that names facts among its artifacts, for what is wrong with it', async () => {
    const handoff = { artifacts: [{ path: 'x', schema: 'fact.v1' }], schema: 'handoff.v1', producedBy: 'x' }
    const { status, stderr } = await afterWriting(ARTIFACT, JSON.stringify(handoff))
    expect(status).toBe(2)
    expect(stderr).toMatch(/^\/wave /m)
    expect(stderr).not.toMatch(USE_MEMORY_WRITE)
  })

  it('a broken artifact that is reached by a link', async () => {
    const root = projectWith({ [ARTIFACT]: brokenFinding })
    symlinkSync(join(root, '.workbench', 'blackboard'), join(root, 'board'))
    expect(await runHook(written(join(root, 'board/w1/auditor.json')))).toMatchObject({ status: 2 })
  })

  it('an artifact whose contracts cannot be listed, and says so', async () => {
    const { status, stderr } = await afterWriting(ARTIFACT, validFinding, { WORKBENCH_SCHEMAS: '/nowhere' })
    expect(status).toBe(2)
    expect(stderr).toContain('it could not be checked: Cannot list the contracts in /nowhere')
    expect(stderr).not.toMatch(/\n +at /)
  })

  it('an artifact whose contract is broken, and says which file', async () => {
    const root = projectWith({
      [ARTIFACT]: '{ "schema": "memo.v1" }',
      'plugins/workbench-core/schemas/memo.v1.schema.json': '{ "minLength": 1 }',
    })
    const { status, stderr } = await runHook(written(join(root, ARTIFACT)), { cwd: root })
    expect(status).toBe(2)
    expect(stderr).toContain('it could not be checked: memo.v1.schema.json#/minLength')
  })

  it("an artifact by a contract that was dropped into the project's schema directory", async () => {
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

  it('every broken file of several that one tool wrote', async () => {
    const root = projectWith({ [ARTIFACT]: brokenFinding, 'b.json': truncatedReview, 'c.json': validFinding })
    const event = written('', { cwd: root, tool_input: { files: [ARTIFACT, 'b.json', 'c.json'] } })
    const { status, stderr } = await runHook(event)
    expect(status).toBe(2)
    // What cannot be read at all comes first.
    expect(stderr.match(/^workbench: \S+/gm)).toEqual(['workbench: b.json', `workbench: ${ARTIFACT}`])
  })

  it('a file once where the event names it twice', async () => {
    const root = projectWith({ [ARTIFACT]: brokenFinding })
    const event = written('', { cwd: root, tool_input: { file_path: ARTIFACT, path: ARTIFACT } })
    expect((await runHook(event)).stderr.match(/^workbench: /gm)).toHaveLength(1)
  })
})

interface Before {
  readonly name: string
  readonly tool: string
  readonly input: unknown
  /** From the root. */
  readonly cwd?: string
}

const FACT = '.workbench/memory/fact-0001.json'

const writesToMemory: readonly Before[] = [
  { name: 'Write', tool: 'Write', input: { file_path: `{root}/${FACT}`, content: '{}' } },
  { name: 'Write to a relative path', tool: 'Write', input: { file_path: FACT, content: '{}' } },
  { name: 'Write by way of dots', tool: 'Write', input: { file_path: `.workbench/x/../memory/a.json` } },
  {
    name: 'Write of a file that is not JSON',
    tool: 'Write',
    input: { file_path: '.workbench/memory/a.txt' },
  },
  {
    name: 'Write in the spelling of Windows',
    tool: 'Write',
    input: { file_path: FACT.replaceAll('/', '\\') },
  },
  {
    name: 'Write where the agent is in the memory',
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
  { name: 'a redirect', tool: 'Bash', input: { command: `echo '{}' > ${FACT}` } },
  { name: 'a heredoc', tool: 'Bash', input: { command: `cat > "${FACT}" <<'EOF'\n{}\nEOF` } },
  { name: 'tee', tool: 'Bash', input: { command: `echo '{}' | tee ${FACT}` } },
  { name: 'cp to a file', tool: 'Bash', input: { command: `cp draft.json ${FACT}` } },
  { name: 'cp to the folder', tool: 'Bash', input: { command: 'cp fact-0001.json .workbench/memory/' } },
  {
    name: 'cp to the folder that comes first',
    tool: 'Bash',
    input: { command: 'cp -t .workbench/memory fact-0001.json' },
  },
  { name: 'mv to the folder', tool: 'Bash', input: { command: 'mv fact-0001.json .workbench/memory' } },
  { name: 'sed -i', tool: 'Bash', input: { command: `sed -i 's/a/b/' ${FACT}` } },
  { name: 'rm', tool: 'Bash', input: { command: `rm ${FACT}` } },
]

const others: readonly Before[] = [
  { name: 'Read of a fact', tool: 'Read', input: { file_path: FACT } },
  { name: 'Grep in the memory', tool: 'Grep', input: { pattern: 'x', path: '.workbench/memory' } },
  { name: 'Glob in the memory', tool: 'Glob', input: { pattern: '*.json', path: '.workbench/memory/' } },
  { name: 'an MCP tool that reads', tool: 'mcp__filesystem__read_file', input: { path: FACT } },
  { name: 'cat', tool: 'Bash', input: { command: `cat ${FACT}` } },
  { name: 'jq', tool: 'Bash', input: { command: `jq .title ${FACT} > titles.txt` } },
  { name: 'sed that prints', tool: 'Bash', input: { command: `sed -n '1,5p' ${FACT}` } },
  { name: 'grep', tool: 'Bash', input: { command: 'grep -r decision .workbench/memory/ | head' } },
  { name: 'ls', tool: 'Bash', input: { command: 'ls -la .workbench/memory' } },
  { name: 'cp out of the memory', tool: 'Bash', input: { command: `cp ${FACT} copy.json` } },
  {
    name: 'a commit that mentions it',
    tool: 'Bash',
    input: { command: 'git commit -m "cp x .workbench/memory/"' },
  },
  {
    name: 'a heredoc whose text mentions it',
    tool: 'Bash',
    input: { command: `cat > docs.md <<'EOF'\nrm ${FACT}\nEOF` },
  },
  { name: 'Write of another memory', tool: 'Write', input: { file_path: 'src/memory/fact-0001.json' } },
  { name: 'Write of a broken artifact elsewhere', tool: 'Write', input: { file_path: ARTIFACT } },
  { name: 'memory_write', tool: 'mcp__workbench__memory_write', input: { agent: 'x', title: FACT } },
]

describe('before a write', () => {
  const run = async ({ tool, input, cwd = '' }: Before) => {
    const root = projectWith({ [FACT]: validFact, [ARTIFACT]: brokenFinding, 'fact-0001.json': validFact })
    const event = { hook_event_name: 'PreToolUse', cwd: join(root, cwd), tool_name: tool, tool_input: input }
    return runHook(JSON.stringify(event).replaceAll('{root}', root), { cwd: root })
  }

  it.concurrent.each(writesToMemory)('the hook refuses one into the memory: $name', async (before) => {
    const { status, stdout, stderr } = await run(before)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/was not written: facts are written with the tool memory_write/)
  })

  it.concurrent.each(others)('the hook says nothing about $name', async (before) => {
    expect(await run(before)).toEqual(silence)
  })

  it('the hook refuses one into a memory that is not there yet', async () => {
    const event = written(join(projectWith(), FACT), { hook_event_name: 'PreToolUse' })
    expect(await runHook(event)).toMatchObject({ status: 2 })
  })

  it('the hook refuses one by way of a link', async () => {
    const root = projectWith({ [FACT]: validFact })
    symlinkSync(join(root, '.workbench', 'memory'), join(root, 'facts'))
    const event = written(join(root, 'facts/fact-0002.json'), { hook_event_name: 'PreToolUse' })
    expect(await runHook(event)).toMatchObject({ status: 2 })
  })

  it('the hook refuses one of Gemini CLI', async () => {
    const event = written(join(projectWith(), FACT), {
      hook_event_name: 'BeforeTool',
      tool_name: 'write_file',
    })
    expect(await runHook(event)).toMatchObject({ status: 2 })
  })
})
