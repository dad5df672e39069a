import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { brokenFinding, program, projectWith, written } from '@workbench/test-support/hook'

/** The hook is killed after this time, in milliseconds; its status is then null. */
const TIMEOUT_MS = 30_000

/** Starts the hook with an open socket on standard input. */
function start() {
  const child = spawn(process.execPath, [program], { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' })
  child.stdin.on('error', () => undefined)
  const started = Date.now()
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const stderr = text(child.stderr)
  return {
    write: (chunk: string) => child.stdin.write(chunk),
    result: async () => ({
      status: await ended,
      stderr: await stderr,
      timedOut: Date.now() - started >= TIMEOUT_MS,
    }),
  }
}

/** Runs the hook with a pipe on standard input to which a line of bash writes. */
function runWithPipe(line: string, env: Readonly<Record<string, string>> = {}) {
  // The writer is killed when the hook has ended.
  const script = `exec 3< <(${line}); "$1" "$2" <&3; status=$?; kill $!; exit $status`
  const { status, stderr } = spawnSync('bash', ['--norc', '-c', script, 'bash', process.execPath, program], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  return { status, stderr }
}

const brokenEvent = (): string => written(join(projectWith({ 'a.json': brokenFinding }), 'a.json'))

const TIMEOUT_MESSAGE =
  'workbench: the hook waited 10 seconds for a complete event on standard input, so nothing was validated\n'

const TIMED_OUT = { status: 2, stderr: TIMEOUT_MESSAGE, timedOut: false }

describe('the hook, with an open socket on standard input,', () => {
  it('handles a complete event', async () => {
    const { write, result } = start()
    write(brokenEvent())
    const { status, stderr } = await result()
    expect(stderr).toContain('/effortHours')
    expect(status).toBe(2)
  })

  it('handles an event that arrives in two chunks', async () => {
    const { write, result } = start()
    const event = brokenEvent()
    write(event.slice(0, 50))
    await new Promise((resolve) => setTimeout(resolve, 500))
    write(event.slice(50))
    expect(await result()).toMatchObject({ status: 2 })
  })

  it.concurrent.each([
    ['nothing', ''],
    ['a truncated event', '{ "hook_event_name": "PostToolUse"'],
  ])('times out after 10 seconds: %s', async (_, part) => {
    const { write, result } = start()
    if (part !== '') write(part)
    expect(await result()).toEqual(TIMED_OUT)
  })

  it.concurrent('times out after 10 seconds if chunks keep arriving', async () => {
    const { write, result } = start()
    write('{ "hook_event_name": "')
    const interval = setInterval(() => write('}'), 50)
    expect(await result()).toEqual(TIMED_OUT)
    clearInterval(interval)
  })
})

describe('the hook, with an open pipe on standard input,', () => {
  it('handles a complete event', () => {
    const { status, stderr } = runWithPipe('printf %s "$EVENT"; exec sleep 60', { EVENT: brokenEvent() })
    expect(stderr).toContain('/effortHours')
    expect(status).toBe(2)
  })

  it('times out after 10 seconds without input', () => {
    const { status, stderr } = runWithPipe('exec sleep 60')
    expect(stderr).toContain(TIMEOUT_MESSAGE)
    expect(status).toBe(2)
  })
})

describe('the hook, if another process has set O_NONBLOCK on its standard input,', () => {
  it('waits for the event', () => {
    // process.stdin sets O_NONBLOCK on a pipe. The flag belongs to the open file, which the processes share.
    const other = `"$1" -e 'process.stdin; setTimeout(() => {}, 60_000)' <&3 3<&- & sleep 1`
    const line = `{ sleep 2; printf %s "$EVENT"; exec sleep 60; }`
    const script = `exec 3< <(${line}); writer=$!; ${other}; "$1" "$2" <&3; status=$?; kill $! $writer; exit $status`
    const { status, stderr } = spawnSync(
      'bash',
      ['--norc', '-c', script, 'bash', process.execPath, program],
      {
        encoding: 'utf8',
        env: { ...process.env, EVENT: brokenEvent() },
        timeout: TIMEOUT_MS,
        killSignal: 'SIGKILL',
      },
    )
    expect(stderr).toContain('/effortHours')
    expect(status).toBe(2)
  })
})

describe('the hook rejects an event of more than 64 MiB', () => {
  it.each([
    ['1 GB', 'exec head -c 1000000000 /dev/zero'],
    ['1 GB of an event', 'printf %s \'{"a":"\'; head -c 1000000000 /dev/zero | tr "\\0" x; printf %s \'"}\''],
    ['an endless stream', 'exec cat /dev/zero'],
  ])('%s', (_, line) => {
    expect(runWithPipe(line)).toEqual({
      status: 2,
      stderr:
        'workbench: the hook accepts events of at most 67108864 bytes; this one is larger, so nothing was validated\n',
    })
  })
})
