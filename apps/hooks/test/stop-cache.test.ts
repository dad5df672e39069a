import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { temporaryFolder } from '../../../packages/workspace/test/temporary-folder.ts'
import { brokenFinding, program, projectWith, runHook, silence, validFinding, write } from './hook.ts'

/** Long enough for a state of a file to be known. */
const SETTLED_MS = 1200

/** More than the hook validates in its own process. */
const COUNT = Math.ceil((1.2 * 2 ** 20) / validFinding.length)

const path = (root: string, index: number): string =>
  join(root, `.workbench/blackboard/w1/agent-${index}.json`)

/** A project with a large working area, whose files are valid and known. */
async function knownProject() {
  const files = Array.from({ length: COUNT }, (_, index) => [
    `.workbench/blackboard/w1/agent-${index}.json`,
    validFinding,
  ])
  const root = projectWith(Object.fromEntries(files) as Record<string, string>)
  const env = { XDG_CACHE_HOME: temporaryFolder() }
  const event = JSON.stringify({ hook_event_name: 'Stop', cwd: root })
  const stop = () => runHook(event, { env })
  await sleep(SETTLED_MS)
  expect(await stop()).toEqual(silence)
  return { root, env, event, stop, cache: join(env.XDG_CACHE_HOME, 'workbench') }
}

const rejected = { status: 2, stderr: expect.stringContaining('agent-7.json failed validation') as unknown }

describe('the hook, on Stop, with a cache,', () => {
  it('reports what became invalid, each time, until it is fixed', async () => {
    const { root, stop, cache } = await knownProject()
    expect(readdirSync(cache)).toHaveLength(2)
    expect(await stop()).toEqual(silence)
    write(path(root, 7), brokenFinding)
    expect(await stop()).toMatchObject(rejected)
    await sleep(SETTLED_MS)
    expect(await stop()).toMatchObject(rejected)
    write(path(root, 7), validFinding)
    expect(await stop()).toEqual(silence)
  })

  it('gives the same answer in several processes at once', async () => {
    const { root, stop } = await knownProject()
    write(path(root, 7), brokenFinding)
    const stops = () => Promise.all([stop(), stop(), stop(), stop()])
    for (const result of await stops()) expect(result).toMatchObject(rejected)
    write(path(root, 7), validFinding)
    await sleep(SETTLED_MS)
    for (const result of await stops()) expect(result).toEqual(silence)
    expect(await stop()).toEqual(silence)
  })

  it('gives the right answer after it was killed at any time', async () => {
    const { root, stop, env, event } = await knownProject()
    for (let index = 10; index < 400; index++) write(path(root, index), `${validFinding} `)
    await sleep(SETTLED_MS)
    for (let delay = 40; delay <= 200; delay += 40) {
      const child = spawn(process.execPath, [program], { env: { PATH: process.env['PATH'], ...env } })
      child.stdin.on('error', () => undefined).end(event)
      const ended = once(child, 'close')
      await sleep(delay)
      child.kill('SIGKILL')
      await ended
    }
    write(path(root, 7), brokenFinding)
    expect(await stop()).toMatchObject(rejected)
    write(path(root, 7), validFinding)
    expect(await stop()).toEqual(silence)
  })

  it('gives the right answer if the cache cannot be written', async () => {
    const { root, env, event } = await knownProject()
    for (let index = 10; index < 400; index++) write(path(root, index), `${validFinding} `)
    write(path(root, 7), brokenFinding)
    await sleep(SETTLED_MS)
    const args = ['-c', 'ulimit -f 8; exec "$0" "$1"', process.execPath, program]
    const { status, stderr } = spawnSync('bash', args, {
      input: event,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...env },
    })
    expect({ status, stderr }).toMatchObject(rejected)
  })
})
