import fc from 'fast-check'
import { parse } from 'smol-toml'

import { tomlSetting } from '../../src/commands/init/edits/toml-setting.ts'

const members = { command: 'sh', args: ['-c', 'exec node "$(git rev-parse --show-toplevel)/mcp.cjs"'] }
const { add, remove, leftIn } = tomlSetting('.codex/config.toml', {
  path: ['mcp_servers'],
  key: 'workbench',
  value: members,
  isSame: (table) => JSON.stringify(table ?? '').includes('mcp.cjs'),
})

const PARTS = [
  'model = "gpt-5" # mine',
  '',
  '# [mcp_servers.workbench]',
  '[mcp_servers.other]',
  'command = "x"',
  '[profiles.fast]',
  'a = 1',
  '[[list]]',
]

const document = fc
  .record({
    lines: fc.subarray(PARTS),
    eol: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n', '\n\n\n', '\r\n'),
  })
  .map(({ lines, eol, end }) => lines.join(eol) + (eol === '\n' && end === '\r\n' ? '\n' : end))

describe('the addition to .codex/config.toml', () => {
  it('is removed byte for byte, is added once, and keeps what was there', () => {
    fc.assert(
      fc.property(document, (before) => {
        const after = add(before)
        const { mcp_servers: servers = {}, ...others } = parse(before) as Record<string, object>
        expect(parse(after)).toEqual({ ...others, mcp_servers: { ...servers, workbench: members } })
        expect(add(after)).toBe(after)
        expect(remove(after)).toBe(before)
        expect(remove(before)).toBe(before)
      }),
    )
  })

  it.each([
    ['model = "a"\n', (text: string) => `# new\n${text}\n[last]\nx = 1\n`],
    ['model = "a"\n', (text: string) => text.replace('"a"', '"b"')],
  ])('is removed from %j after the user changed other parts', (before, edit) => {
    expect(remove(edit(add(before)))).toBe(edit(before))
  })

  it('creates a file, which is deleted again', () => {
    expect(parse(add(undefined))).toEqual({ mcp_servers: { workbench: members } })
    expect(remove(add(undefined))).toBeUndefined()
  })

  it.each([
    ['x = ', 'it is not valid TOML (line 1)'],
    [
      'mcp_servers = { other = { command = "x" } }',
      'mcp_servers cannot be extended; add these lines by hand',
    ],
    ['mcp_servers = 1', 'mcp_servers cannot be extended'],
    [
      '[mcp_servers.workbench]\ncommand = "x"',
      '"mcp_servers" has another "workbench"; rename that one first',
    ],
  ])('is rejected by %s', (text, message) => {
    expect(() => add(text)).toThrow(message)
  })

  it('is not removed from a table of another program', () => {
    const other = '[mcp_servers.workbench]\ncommand = "x"'
    expect(remove(other)).toBe(other)
  })

  it.each([
    ['another command', (text: string) => text.replace('"sh"', '"bash"')],
    ['another member after it', (text: string) => `${text}cwd = "/"\n`],
    ['a table in it', (text: string) => `${text}[mcp_servers.workbench.env]\nA = "1"\n`],
  ])('is not removed if the user gave it %s', (_, edit) => {
    const changed = edit(add('a = 1\n'))
    expect(remove(changed)).toBe(changed)
    expect(leftIn(changed)).toEqual(['[mcp_servers.workbench]'])
  })
})
