import { strict as assert } from 'node:assert'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const repository = resolve(import.meta.dirname, '../../../..')
const program = join(repository, 'apps/cli/dist/main.cjs')

/** The servers that run. */
export const servers = new Set<ChildProcess>()

/** Starts the built command, which serves the board of a project. */
export async function serve(cwd: string, ...folder: string[]) {
  const child = spawn(process.execPath, [program, 'board', ...folder, '--serve', '--port', '0'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  servers.add(child)
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? ''
  assert.notEqual(origin, '', line)
  const stop = async () => {
    servers.delete(child)
    child.kill()
    await once(child, 'exit')
  }
  return { origin, stop }
}

/** The path of the report that the built command writes. */
export async function writeReport(cwd: string): Promise<string> {
  const child = spawn(process.execPath, [program, 'board', '--html', 'report.html'], { cwd, stdio: 'ignore' })
  assert.deepEqual(await once(child, 'exit'), [0, null])
  return join(cwd, 'report.html')
}

/** Writes facts: superseded, expired, and with a long title. */
export function writeFacts(root: string): void {
  const fact = example('fact')
  const facts = [
    { id: 'fact-0001', title: 'Settlement day closes at midnight', supersedes: null },
    { id: 'fact-0002', supersedes: 'fact-0001' },
    {
      id: 'fact-0003',
      type: 'convention',
      title: 'Migrations are append-only',
      tags: ['database'],
      supersedes: null,
      expires: '2099-12-31',
    },
    { id: 'fact-0004', title: 'The broker is down for maintenance', supersedes: null, expires: '2026-01-31' },
    { id: 'fact-0005', title: 'x'.repeat(500) },
  ]
  for (const { id, ...members } of facts)
    write(root, `.workbench/memory/${id}.json`, { ...fact, links: [], ...members, id })
}

/** A valid artifact of the documentation. */
export function example(contract: string): Record<string, unknown> {
  const file = join(repository, `docs/examples/valid/${contract}.v1.json`)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
}

export function write(root: string, path: string, content: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}

/** Writes an artifact as the tools do: a reader sees the old one or the new one. */
export function replace(root: string, path: string, content: object): void {
  const target = join(root, '.workbench/blackboard', `${path}.json`)
  write(root, 'temporary.json', content)
  mkdirSync(dirname(target), { recursive: true })
  renameSync(join(root, 'temporary.json'), target)
}
