import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { repository, workbench } from '../support/run-workbench.ts'
import { projectWith, write } from './project.ts'

/** The functions of the plugin that OpenCode calls. */
interface Hooks {
  readonly 'tool.execute.before': (input: object, output: object) => Promise<void>
  readonly 'tool.execute.after': (input: object, output: { output: string }) => Promise<void>
  readonly 'experimental.chat.system.transform': (
    input: object,
    output: { system: string[] },
  ) => Promise<void>
  readonly event: (input: object) => Promise<unknown>
}

const FILE = '.workbench/blackboard/w1/auditor.json'
const example = (name: string) => readFileSync(join(repository, 'docs', 'examples', name), 'utf8')
const broken = example('broken/finding.v1.several-violations.json')

/** Installs the plugin into a new project, and loads it as OpenCode does. */
async function loadPlugin(files: Readonly<Record<string, string>> = {}) {
  const root = projectWith(files)
  await workbench(['init', '--agent', 'opencode', '--write'], { cwd: root, env: { PATH: '' } })
  const url = pathToFileURL(join(root, '.opencode', 'plugins', 'workbench.js')).href
  const { WorkbenchPlugin } = (await import(url)) as { WorkbenchPlugin: (context: object) => Promise<Hooks> }
  const prompts: unknown[] = []
  const client = {
    session: {
      promptAsync: (prompt: unknown) => {
        prompts.push(prompt)
        return Promise.resolve()
      },
    },
  }
  return { root, prompts, hooks: await WorkbenchPlugin({ directory: root, client }) }
}

describe('the plugin of workbench init for OpenCode', () => {
  it('appends the violations of an artifact to the result of the tool that wrote it', async () => {
    const { root, hooks } = await loadPlugin({ [FILE]: broken })
    const input = { tool: 'write', args: { filePath: join(root, FILE), content: broken } }
    const output = { output: 'Wrote file.' }
    await hooks['tool.execute.after'](input, output)
    expect(output.output).toMatch(/^Wrote file\.\n\nworkbench: .*failed validation against finding\.v1/)
    write(root, FILE, example('valid/finding.v1.json'))
    const accepted = { output: 'Wrote file.' }
    await hooks['tool.execute.after'](input, accepted)
    expect(accepted.output).toBe('Wrote file.')
  })

  it('throws the reason before a tool writes to the memory', async () => {
    const { root, hooks } = await loadPlugin()
    const args = { filePath: join(root, '.workbench/memory/fact-0001.json'), content: '{}' }
    await expect(hooks['tool.execute.before']({ tool: 'write' }, { args })).rejects.toThrow('memory_write')
  })

  it('adds the facts of the memory to the system prompt', async () => {
    const fact = example('valid/fact.v1.json')
    const { id } = JSON.parse(fact) as { id: string }
    const { hooks } = await loadPlugin({ [`.workbench/memory/${id}.json`]: fact })
    const output = { system: [] as string[] }
    await hooks['experimental.chat.system.transform']({ sessionID: 's' }, output)
    expect(output.system.join('')).toContain(id)
  })

  it('sends the violations to the session when the agent stops, once', async () => {
    const { hooks, prompts } = await loadPlugin({ [FILE]: broken })
    const idle = { event: { type: 'session.idle', properties: { sessionID: 's' } } }
    await hooks.event(idle)
    await hooks.event(idle)
    const text = expect.stringContaining('failed validation against finding.v1') as unknown
    expect(prompts).toEqual([{ path: { id: 's' }, body: { parts: [{ type: 'text', text }] } }])
  })

  it('rejects what the hook could not validate', async () => {
    const { root, hooks } = await loadPlugin()
    write(root, 'node_modules/@workbench/cli/dist/package/hook.cjs', 'process.exit(3)')
    await expect(
      hooks['tool.execute.before']({ tool: 'write' }, { args: { filePath: 'a.json' } }),
    ).rejects.toThrow('workbench: the hook failed')
  })
})
