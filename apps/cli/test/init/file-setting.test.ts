import { AGENTS, type Installation, startScript } from '@workbench/agents/install'

import type { Setting } from '../../src/commands/init/edits/setting.ts'
import { toSetting } from '../../src/commands/init/edits/to-setting.ts'
import { githubWorkflow } from '../../src/commands/init/github-workflow.ts'

const pluginOf = (installation: Installation): Setting => {
  const project = { installation, root: '/nowhere', agents: [] }
  const settings = AGENTS.flatMap((agent) => agent.settings(project)).map(toSetting)
  const found = settings.find(({ file }) => file === '.opencode/plugins/workbench.js')
  if (!found) throw new Error('Expected the plugin of OpenCode')
  return found
}

function scriptOf(folder: string): Setting {
  const [script] = startScript({ folder }).map(toSetting)
  if (!script) throw new Error('Expected the script')
  return script
}

const workflowOf = (version: string): Setting => toSetting(githubWorkflow(version, undefined))

describe.each([
  ['the workflow', workflowOf('0.1.0'), workflowOf('0.2.0')],
  [
    'the plugin of OpenCode',
    pluginOf({ folder: 'node_modules/@workbench/cli/dist/package' }),
    pluginOf({ folder: undefined }),
  ],
  ['the script', scriptOf('node_modules/@workbench/cli/dist/package'), scriptOf('tools/workbench')],
] as const)('%s', (_, { add, remove, leftIn }, other) => {
  it('is updated or deleted if it is as this or another version has written it, with any line ends', () => {
    const own = add(undefined)
    const windows = (text: string) => text.replaceAll('\n', '\r\n')
    for (const text of [own, other.add(undefined)])
      for (const written of [text, windows(text)]) expect(remove(written)).toBeUndefined()
    for (const written of [own, windows(own)]) expect(add(written)).toBe(written)
    for (const text of [other.add(undefined), windows(other.add(undefined))]) expect(add(text)).toBe(own)
  })

  it.each<[string, (text: string) => string]>([
    ['added lines at the end', (text) => `${text}  mine: 1\n`],
    [
      'added lines in between',
      (text) => text.replace('\n\n', '\n\n// mine\n').replace('\nname', '\n# mine\nname'),
    ],
    ['changed a line', (text) => text.replace(/checkout@v4|30_000|utf8/, 'mine')],
    ['formatted it', (text) => text.replaceAll('  ', '\t')],
    ['added a line before it', (text) => `# mine\n${text}`],
    ['removed the end of the last line', (text) => text.trimEnd()],
  ])('stays and is named if the user has %s', (__, edit) => {
    const edited = edit(add(undefined))
    expect(edited).not.toBe(add(undefined))
    expect(remove(edited)).toBe(edited)
    expect(leftIn(edited)).toEqual(['the file'])
    expect(add(edited)).toBe(edited)
  })

  it('is not written over another file with its name, which is neither deleted nor named', () => {
    const mine = add(undefined).replace(/.*\n/, '')
    expect(() => add(mine)).toThrow('a file with this name and other content exists; delete or rename it')
    expect(remove(mine)).toBe(mine)
    expect(leftIn(mine)).toEqual([])
  })
})
