import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { brokenFinding, plugin, projectWith, written } from '../hook.ts'

const { SIGKILL } = constants.signals

const hook = join(plugin, 'dist', 'hook', 'hook.cjs')

/** A hook that has not answered by then hangs, and is killed: its status is null. */
const HANGS_AFTER = 30_000

/** Starts the hook with a socket on standard input, which stays open. */
function start() {
  const child = spawn(process.execPath, [hook], { timeout: HANGS_AFTER, killSignal: 'SIGKILL' })
  child.stdin.on('error', () => undefined)
  const started = Date.now()
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const stderr = text(child.stderr)
  return {
    write: (chunk: string) => child.stdin.write(chunk),
    answer: async () => ({
      status: await ended,
      stderr: await stderr,
      hangs: Date.now() - started >= HANGS_AFTER,
    }),
  }
}

/** Runs the hook behind a shell's pipe into which a line of bash writes. */
function runBehind(line: string, env: Readonly<Record<string, string>> = {}) {
  // What writes is killed once the hook has answered, however long it would have gone on.
  const script = `exec 3< <(${line}); "$1" "$2" <&3; status=$?; kill $!; exit $status`
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, hook], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: HANGS_AFTER,
    killSignal: 'SIGKILL',
  })
  return { status, stderr }
}

const brokenEvent = (): string => written(join(projectWith({ 'a.json': brokenFinding }), 'a.json'))

const GAVE_UP = 'workbench: the hook waited 10 seconds for a whole event on standard input\n'

/** A hook that gives up kills itself, for one of its threads still waits. */
const KILLED_ITSELF = { status: null, stderr: GAVE_UP, hangs: false }

describe('where standard input is a socket that stays open, the hook', () => {
  it('answers an event that is whole', async () => {
    const { write, answer } = start()
    write(brokenEvent())
    const { status, stderr } = await answer()
    expect(stderr).toContain('/effortHours')
    expect(status).toBe(2)
  })

  it('answers an event that comes in parts', async () => {
    const { write, answer } = start()
    const event = brokenEvent()
    write(event.slice(0, 50))
    await new Promise((resolve) => setTimeout(resolve, 500))
    write(event.slice(50))
    expect(await answer()).toMatchObject({ status: 2 })
  })

  it.concurrent.each([
    ['nothing', ''],
    ['half an event', '{ "hook_event_name": "PostToolUse"'],
  ])('gives up on %s', async (_, part) => {
    const { write, answer } = start()
    if (part !== '') write(part)
    expect(await answer()).toEqual(KILLED_ITSELF)
  })

  it.concurrent('gives up on an event that trickles for ever', async () => {
    const { write, answer } = start()
    write('{ "hook_event_name": "')
    const trickle = setInterval(() => write('}'), 50)
    expect(await answer()).toEqual(KILLED_ITSELF)
    clearInterval(trickle)
  })
})

describe('where standard input is a pipe that stays open, the hook', () => {
  it('answers an event that is whole', () => {
    const { status, stderr } = runBehind('printf %s "$EVENT"; exec sleep 60', { EVENT: brokenEvent() })
    expect(stderr).toContain('/effortHours')
    expect(status).toBe(2)
  })

  it('gives up on nothing', () => {
    const { status, stderr } = runBehind('exec sleep 60')
    expect(stderr).toContain(GAVE_UP)
    expect(status).toBe(128 + SIGKILL)
  })
})

describe('where another program has set standard input not to wait, the hook', () => {
  it('answers an event that comes later', () => {
    // Whoever makes a stream of a pipe sets it so, for all who share it.
    const other = `"$1" -e 'process.stdin; setTimeout(() => {}, 60_000)' <&3 3<&- & sleep 1`
    const line = `{ sleep 2; printf %s "$EVENT"; exec sleep 60; }`
    const script = `exec 3< <(${line}); writer=$!; ${other}; "$1" "$2" <&3; status=$?; kill $! $writer; exit $status`
    const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, hook], {
      encoding: 'utf8',
      env: { ...process.env, EVENT: brokenEvent() },
      timeout: HANGS_AFTER,
      killSignal: 'SIGKILL',
    })
    expect(stderr).toContain('/effortHours')
    expect(status).toBe(2)
  })
})

describe('the hook does not read to its end', () => {
  it.each([
    ['1 GB', 'exec head -c 1000000000 /dev/zero'],
    ['1 GB of an event', 'printf %s \'{"a":"\'; head -c 1000000000 /dev/zero | tr "\\0" x; printf %s \'"}\''],
    ['what never ends', 'exec cat /dev/zero'],
  ])('%s', (_, line) => {
    expect(runBehind(line)).toEqual({
      status: 1,
      stderr: 'workbench: the hook reads events of up to 67108864 bytes; this one has more\n',
    })
  })
})
