import fc from 'fast-check'
import { parse, type ParseError } from 'jsonc-parser'

import { AGENTS } from '@workbench/agents/install'

import { repetitions } from '@workbench/test-support/repetitions'
import { toSetting } from '../../src/commands/init/edits/to-setting.ts'
import type { Setting } from '../../src/commands/init/edits/setting.ts'

const installation = { folder: 'node_modules/@workbench/cli/dist/package' }
const settings = AGENTS.flatMap((agent) =>
  agent.settings({ installation, root: '/nowhere', agents: [] }).map(toSetting),
)
const setting = (file: string): Setting => {
  const found = settings.find((candidate) => candidate.file === file)
  if (!found) throw new Error(`Expected a setting for ${file}`)
  return found
}

const read = (text: string): unknown => {
  const errors: ParseError[] = []
  const value: unknown = parse(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true })
  expect(errors).toEqual([])
  return value
}

const space = fc.constantFrom('', '', ' ', '\n', '\n    ', '\n\t', '\r\n  ', ' /* , } */ ', ' // , ] "\n  ')
const trailing = fc.constantFrom('', '', ',')

/** The text of an object or array with any whitespace, comments and trailing comma. */
const container = (open: string, close: string, entries: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc
    .record({
      entries: fc.tuple(...entries),
      spaces: fc.array(space, { minLength: 2 * entries.length + 2, maxLength: 2 * entries.length + 2 }),
      comma: trailing,
    })
    .map(({ entries: parts, spaces, comma }) => {
      const inner = parts.map(
        (part, index) => `${spaces[2 * index] ?? ''}${part}${spaces[2 * index + 1] ?? ''}`,
      )
      const end = parts.length > 0 ? comma : ''
      return `${open}${inner.join(',')}${end}${spaces.at(-1) ?? ''}${close}`
    })

const object = (members: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> =>
  container(
    '{',
    '}',
    Object.entries(members).map(([name, value]) =>
      fc.tuple(value, space).map(([text, gap]) => `${JSON.stringify(name)}:${gap}${text}`),
    ),
  )

const list = (elements: fc.Arbitrary<string>[]): fc.Arbitrary<string> => container('[', ']', elements)

/** A text that the user may change between init and its undo. */
const USER_TEXT = '"user text, with } and ]"'

const scalar = fc.constantFrom('1', 'true', 'null', USER_TEXT, '"${a}"')
const userHook = object({ type: fc.constant('"command"'), command: scalar })
const userGroup = object({ matcher: scalar, hooks: list([userHook]) })
const some = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: 2 }).chain((count) => list(Array.from({ length: count }, () => value)))

/** A member that may be absent. */
const maybe = (members: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> =>
  fc
    .subarray(Object.keys(members), { minLength: 0 })
    .chain((names) => object(Object.fromEntries(names.map((name) => [name, members[name] ?? scalar]))))

const server = object({ command: scalar, args: some(scalar) })
const documents: Readonly<Record<string, fc.Arbitrary<string>>> = {
  '.claude/settings.json': maybe({
    model: scalar,
    hooks: maybe({ PreToolUse: some(userGroup), Stop: some(userGroup), Other: some(userGroup) }),
    permissions: maybe({ allow: some(scalar) }),
  }),
  '.mcp.json': maybe({ mcpServers: maybe({ other: server }), more: scalar }),
  '.codex/hooks.json': maybe({ hooks: maybe({ PostToolUse: some(userGroup) }) }),
  '.gemini/settings.json': maybe({
    hooks: maybe({ AfterTool: some(userGroup) }),
    mcpServers: maybe({ other: server }),
    theme: scalar,
  }),
  '.github/hooks/workbench.json': maybe({ version: scalar, hooks: maybe({ Stop: some(userHook) }) }),
  '.vscode/mcp.json': maybe({ inputs: some(scalar), servers: maybe({ other: server }) }),
  '.vscode/settings.json': maybe({ 'json.schemas': some(object({ url: scalar })), 'editor.tabSize': scalar }),
}

const text = (file: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('', '', '\ufeff'),
      space,
      documents[file] ?? scalar,
      fc.constantFrom('', '\n', '\r\n', '\n// end\n'),
    )
    .map((parts) => parts.join(''))

describe.each(Object.keys(documents))('the addition to %s', (file) => {
  const { add, remove } = setting(file)

  it('is removed byte for byte, is added once, and keeps what was there', () => {
    fc.assert(
      fc.property(text(file), (before) => {
        const after = add(before)
        expect(remove(after)).toBe(before)
        expect(add(after)).toBe(after)
        expect(after).not.toBe(before)
        expect(read(after)).toMatchObject(withoutLists(read(before)))
        expect(remove(before)).toBe(before)
      }),
      { numRuns: repetitions(40, 400) },
    )
  })

  it('is removed byte for byte after the user changed other parts', () => {
    const edits: ((text: string) => string)[] = [
      (current) => current.replaceAll(USER_TEXT, '{"new": [\n1]}'),
      (current) => current.replace(/^(\ufeff?\s*)\{/, '$1{ "first": 1,'),
      (current) => `// a comment\n${current.replace('\ufeff', '')}\n`,
    ]
    const members = fc.constantFrom(...edits)
    fc.assert(
      fc.property(text(file), members, (before, edit) => {
        // With an object that has no members, the comma of the second change would be wrong.
        fc.pre(Object.keys(read(before) as object).length > 0)
        fc.pre(!/^\ufeff?\s*\/[/*]/.test(before))
        expect(remove(edit(add(before)))).toBe(edit(before))
      }),
      { numRuns: repetitions(25, 240) },
    )
  })

  it('is removed after the user formatted the file, perhaps with an object or a list that was empty', () => {
    fc.assert(
      fc.property(text(file), fc.constantFrom('', '  ', '\t'), (before, indentation) => {
        const formatted = JSON.stringify(read(add(before)), null, indentation)
        expect(withoutEmpty(read(remove(formatted) ?? '{}'))).toEqual(withoutEmpty(read(before)))
      }),
      { numRuns: repetitions(25, 240) },
    )
  })

  it('creates a file, which is deleted again', () => {
    const created = add(undefined)
    expect(add(created)).toBe(created)
    expect(remove(created)).toBeUndefined()
    expect(JSON.parse(created)).toEqual(read(add('{}')))
  })

  it.each([
    '',
    '[',
    '{"a" 1}',
    '{}x',
    '[]',
    '"a"',
    '{"hooks":1,"mcpServers":1,"servers":1,"json.schemas":1}',
  ])('is rejected by a file with the text %s', (wrong) => {
    expect(() => add(wrong)).toThrow(/^it is not valid JSON|is not an object$|is not a list$/)
  })
})

/** What stays the same. Lists get another element. */
const withoutLists = (value: unknown): object =>
  Object.fromEntries(
    Object.entries(value as object).flatMap(([name, member]: [string, unknown]) =>
      Array.isArray(member)
        ? []
        : [[name, typeof member === 'object' && member !== null ? withoutLists(member) : member]],
    ),
  )

const withoutEmpty = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)] as const)
  return Object.fromEntries(
    members.filter(
      ([, member]) => typeof member !== 'object' || Object.keys(member ?? { null: 1 }).length > 0,
    ),
  )
}

const countOf = (text: string, word: string): number => text.split(word).length - 1

describe('the hook of Claude Code', () => {
  const { add, remove, leftIn } = setting('.claude/settings.json')

  it('is added after the last member, with the indentation and the line ends of the file', () => {
    const before = '{\r\n\t"model": "opus" // mine\r\n}\r\n'
    const after = add(before)
    expect(after).toMatch(
      /^\{\r\n\t"model": "opus", \/\/ mine\r\n\t"hooks": \{\r\n\t\t"SessionStart": \[\r\n\t\t\t\{\r\n/,
    )
    expect(after).not.toMatch(/[^\r]\n/)
    expect(after).toMatch(/\r\n\t\}\r\n\}\r\n$/)
  })

  it.each([
    ['{\n  "a": 1\n}\n', ',\n  "mine": {}\n}\n'],
    ['{ "a": 1 }', ', "mine": {} }'],
  ])('is removed from the middle of %j', (before, end) => {
    const append = (current: string) => current.replace(/\s*\}\s*$/, end)
    expect(remove(append(add(before)))).toBe(append(before))
  })

  it('is removed from a group in which the user added another hook', () => {
    const mine = '{ "type": "command", "command": "mine" }'
    const after = add('{ "model": "opus" }').replace(/("matcher": [^[]*\[)(\s*)/, `$1$2${mine},$2`)
    expect(read(remove(after) ?? '')).toEqual({
      model: 'opus',
      hooks: { PreToolUse: [{ matcher: expect.any(String) as string, hooks: [JSON.parse(mine)] }] },
    })
  })

  it('that another installation or version has added is removed, and is updated', () => {
    const own = /node \\"[^ ]*start\.cjs\\" hook( \|\| exit 2)?/g
    for (const command of [
      'workbench hook',
      'npx --no workbench hook',
      'yarn workbench hook',
      String.raw`node \"${'$'}{CLAUDE_PROJECT_DIR:-.}/packages/a/node_modules/@workbench/cli/dist/package/hook.cjs\"`,
    ]) {
      const other = add('{}').replaceAll(own, () => command)
      expect(other).toContain(command)
      expect(add(other)).toBe(add('{}'))
      expect(remove(other)).toBe('{}')
    }
  })

  it.each<[string, (text: string) => string]>([
    ['the time limit of each', (text) => text.replaceAll('"timeout": 30', '"timeout": 60')],
    ['the tools', (text) => text.replace(/"matcher": "/g, '$&Mine|')],
    ['a member', (text) => text.replaceAll('"type": "command"', '"type": "command", "mine": 1')],
    ['a comment', (text) => text.replaceAll('"type"', '/* mine */ "type"')],
    ['the command', (text) => text.replaceAll('hook || exit 2"', 'hook --mine"')],
  ])('to which the user has given another value stays and is named: %s', (_, edit) => {
    const edited = edit(add('{"model": "opus"}'))
    expect(add(edited)).toBe(edited)
    const rest = remove(edited) ?? ''
    const names = leftIn(rest)
    expect(names).toContain('hooks.PostToolUse')
    for (const name of names) expect(rest).toContain(`"${name.replace('hooks.', '')}"`)
    // What was not changed is removed.
    for (const event of ['SessionStart', 'PostToolUse'])
      expect(rest.includes(event)).toBe(names.includes(`hooks.${event}`))
    expect(remove(rest)).toBe(rest)
  })

  it.each<[string, (text: string) => string]>([
    ['before an entry', (text) => text.replaceAll(/\{\s*"matcher"/g, '/* mine */ $&')],
    ['before a list', (text) => text.replaceAll('"PostToolUse":', '// mine\n"PostToolUse":')],
    ['in a list', (text) => text.replaceAll('"PostToolUse": [', '$& // mine\n')],
    ['between an entry and its comma', (text) => text.replaceAll(/\],(?=\s*"Post)/g, '] /* mine */,')],
    ['after the list of all', (text) => text.replace(/\}$/, '/* mine */ }')],
    ['at the start of the file', (text) => `// mine\n${text}`],
  ])('is removed without the comments that the user has added %s', (_, edit) => {
    const edited = edit(add('{}'))
    const rest = remove(edited) ?? ''
    expect(countOf(rest, 'mine')).toBe(countOf(edited, 'mine'))
    expect(countOf(rest, 'mine')).toBeGreaterThan(0)
    expect(rest.includes('start.cjs')).toBe(leftIn(rest).length > 0)
  })

  it.each([
    'node tools/my-cli/hook.js',
    'node tools/cli/dist/hook.cjs',
    'node "workbench/hook.cjs"',
    'my-workbench hook',
    'workbench hook-of-mine',
  ])('is added beside the hook %s of the user, which is neither removed nor named', (command) => {
    const mine = { hooks: [{ type: 'command', command }] }
    const before = JSON.stringify({ hooks: { PostToolUse: [{ matcher: 'Write', ...mine }], Stop: [mine] } })
    const after = add(before)
    expect((read(after) as { hooks: Record<string, unknown[]> }).hooks['PostToolUse']).toHaveLength(2)
    expect(remove(after)).toBe(before)
    expect(leftIn(before)).toEqual([])
  })

  it('that is there twice is removed twice', () => {
    const after = add('{}')
    const twice = after.replaceAll(/(\[\s*)(\{\s*"(?:hooks|matcher)"[^]*?\]\s*\})(?=\s*\])/g, '$1$2, $2')
    expect(countOf(twice, 'start.cjs')).toBe(2 * countOf(after, 'start.cjs'))
    expect(remove(twice)).not.toContain('start.cjs')
  })

  it.each(['{"hooks": {}, "hooks": {}}', '{"hooks": []}', '{"hooks": {"Stop": {}}}'])(
    'is rejected by %s',
    (wrong) => {
      expect(() => add(wrong)).toThrow(/twice|not an object|not a list/)
    },
  )
})

describe('a server with the name workbench that is another one', () => {
  it('is neither replaced nor removed', () => {
    const { add, remove } = setting('.mcp.json')
    const other = '{"mcpServers": {"workbench": {"command": "something"}}}'
    expect(() => add(other)).toThrow('"mcpServers" has another "workbench"; rename that one first')
    expect(remove(other)).toBe(other)
  })
})

describe('the server of the agent tools', () => {
  it.each(['.mcp.json', '.vscode/mcp.json', 'opencode.json'])(
    'to which the user has added variables stays in %s and is named',
    (file) => {
      const { add, remove, leftIn } = setting(file)
      const edited = add('{}').replace('"command"', '"env": { "MINE": "1" }, "command"')
      expect(add(edited)).toBe(edited)
      expect(remove(edited)).toBe(edited)
      expect(leftIn(edited)).toEqual([
        expect.stringMatching(/^(mcpServers|servers|mcp)\.workbench$/) as string,
      ])
    },
  )
})

describe('the schema for VS Code', () => {
  it('is added beside a schema of the user with the same name, which stays', () => {
    const { add, remove, leftIn } = setting('.vscode/settings.json')
    const before =
      '{ "json.schemas": [{ "fileMatch": ["mine/*.json"], "url": "./.vscode/artifact.schema.json" }] }'
    expect(add(before)).not.toBe(before)
    expect(remove(add(before))).toBe(before)
    expect(leftIn(before)).toEqual([])
    const edited = add('{}').replace('/.workbench/**/*.json', '/mine/*.json')
    expect(remove(edited)).toBe(edited)
    expect(leftIn(edited)).toEqual(['json.schemas'])
  })
})
