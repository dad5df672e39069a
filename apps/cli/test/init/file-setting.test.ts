import { AGENTS } from '@workbench/agents/install'

import type { Setting } from '../../src/commands/init/edits/setting.ts'
import { toSetting } from '../../src/commands/init/edits/to-setting.ts'
import { githubWorkflow } from '../../src/commands/init/github-workflow.ts'

const pluginOf = (folder: string): Setting => {
  const project = { installation: { folder }, root: '/nowhere', agents: [] }
  const settings = AGENTS.flatMap((agent) => agent.settings(project)).map(toSetting)
  const found = settings.find(({ file }) => file === '.opencode/plugins/workbench.js')
  if (!found) throw new Error('Expected the plugin of OpenCode')
  return found
}

const workflowOf = (version: string): Setting => toSetting(githubWorkflow(version))

describe.each([
  ['the workflow', workflowOf('0.1.0'), workflowOf('0.2.0')],
  [
    'the plugin of OpenCode',
    pluginOf('node_modules/@workbench/cli/dist/package'),
    pluginOf('tools/workbench'),
  ],
] as const)('%s', (_, { add, remove, leftIn }, other) => {
  it('is deleted if it is as this or another version has written it, with any line ends', () => {
    for (const text of [add(undefined), other.add(undefined)])
      for (const written of [text, text.replaceAll('\n', '\r\n')]) {
        expect(remove(written)).toBeUndefined()
        expect(add(written)).toBe(written)
      }
  })

  it.each<[string, (text: string) => string]>([
    ['added lines at the end', (text) => `${text}  mine: 1\n`],
    [
      'added lines in between',
      (text) => text.replace('\n\n', '\n\n// mine\n').replace('\nname', '\n# mine\nname'),
    ],
    ['changed a line', (text) => text.replace(/checkout@v4|30_000/, 'mine')],
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
