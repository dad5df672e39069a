import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { type CallResult, connect, parameters, program, projectWith, textOf } from './server.ts'

const fact = {
  agent: 'curator',
  type: 'risk',
  scope: 'project',
  title: 'One vendor',
  body: 'There is one vendor for the database.',
  confidence: 'high',
  source: 'ADR-7',
}

const factsOf = (root: string): string[] =>
  existsSync(join(root, '.workbench/memory')) ? readdirSync(join(root, '.workbench/memory')) : []

/** An installed copy of the plugin, in whose folder an agent starts the server. */
function installedPlugin(): { readonly folder: string; readonly program: string } {
  const folder = join(temporaryFolder(), 'workbench-core')
  mkdirSync(join(folder, '.claude-plugin'), { recursive: true })
  mkdirSync(join(folder, '.git'))
  cpSync(dirname(program), join(folder, 'dist/mcp'), { recursive: true })
  return { folder, program: join(folder, 'dist/mcp/mcp.js') }
}

describe('the tools, started in the folder where they are installed,', () => {
  it.each(['', 'dist'])('write nothing and say how to set the root: %j', async (name) => {
    const plugin = installedPlugin()
    const session = await connect({ cwd: join(plugin.folder, name), program: plugin.program })
    const result = await session.call('memory_write', fact)
    await session.close()
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('The folder of the project is not known')
    expect(textOf(result)).toContain('Set the environment variable WORKBENCH_ROOT to the absolute path')
    expect(existsSync(join(plugin.folder, '.workbench'))).toBe(false)
  })

  it.each(['WORKBENCH_ROOT', 'CLAUDE_PROJECT_DIR'])('write to the project of %s', async (variable) => {
    const plugin = installedPlugin()
    const root = projectWith()
    const session = await connect({ cwd: plugin.folder, program: plugin.program, env: { [variable]: root } })
    const { structuredContent } = await session.call('memory_write', fact)
    await session.close()
    expect(structuredContent['path']).toBe(join(root, '.workbench/memory', factsOf(root)[0] ?? ''))
    expect(existsSync(join(plugin.folder, '.workbench'))).toBe(false)
  })
})

describe('the tools', () => {
  it('write to the root of the project from one of its folders', async () => {
    const root = projectWith({ 'packages/api/package.json': '{}' })
    const session = await connect({ cwd: join(root, 'packages/api') })
    await session.call('memory_write', fact)
    await session.close()
    expect(factsOf(root)).toHaveLength(1)
    expect(readdirSync(join(root, 'packages/api'))).toEqual(['package.json'])
  })

  it('name the folder if WORKBENCH_ROOT does not exist', async () => {
    const missing = join(temporaryFolder(), 'missing')
    const session = await connect({ cwd: projectWith(), env: { WORKBENCH_ROOT: missing } })
    const result = await session.call('memory_write', fact)
    await session.close()
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain(
      `${missing} does not exist; create this folder, or correct WORKBENCH_ROOT`,
    )
    expect(existsSync(missing)).toBe(false)
  })
})

describe.each<readonly [string, ClientOptions]>([
  ['of 2025', {}],
  ['of 2026', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
])('the tools, with the roots of a client with the protocol %s,', (_, options) => {
  it('write to the project of the roots, and follow them when they change', async () => {
    const plugin = installedPlugin()
    const [first, second, withArea] = [projectWith(), projectWith(), projectWith({ '.workbench/x': '' })]
    let roots: readonly string[] = [join(first, 'src')]
    mkdirSync(join(first, 'src'))
    const client = new Client(
      { name: 'tests', version: '1.0.0' },
      { ...options, capabilities: { roots: { listChanged: true } } },
    )
    client.setRequestHandler('roots/list', () => ({
      roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })),
    }))
    await client.connect(
      new StdioClientTransport(parameters({ cwd: plugin.folder, program: plugin.program })),
    )
    const write = async () =>
      (await client.callTool({ name: 'memory_write', arguments: fact })) as unknown as CallResult
    expect((await write()).structuredContent['path']).toContain(join(first, '.workbench/memory'))
    roots = [second]
    await write()
    roots = [projectWith(), withArea]
    await write()
    roots = [join(first, 'missing')]
    const failed = await write()
    await client.close()
    expect(textOf(failed)).toContain(`${join(first, 'missing')} does not exist`)
    expect([first, second, withArea].map((root) => factsOf(root).length)).toEqual([1, 1, 1])
  })
})
