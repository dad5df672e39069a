import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { validateLarge } from '../../src/validate-large.ts'
import { runHook as respond } from '../../src/run-hook.ts'
import * as validation from '../../src/validation/validation-bundle.ts'
import {
  brokenFinding,
  plugin,
  program,
  projectWith,
  runHook,
  silence,
  validFinding,
  write,
  written,
} from '@workbench/test-support/hook'

const ARTIFACT = '.workbench/blackboard/w1/auditor.json'

const stop = (root: string): string => JSON.stringify({ hook_event_name: 'Stop', cwd: root })

const afterShell = (root: string, command: string): string =>
  written('', { cwd: root, tool_name: 'Bash', tool_input: { command } })

/** A finding with this number of violations. */
const findingWith = (violations: number): string =>
  validFinding.replace(/"evidence": \[[^\]]*\]/, () => `"evidence": [${'1,'.repeat(violations - 1)}1]`)

describe('the hook exits with 2 and a message', () => {
  it.each<[string, (folder: string) => void]>([
    ['is missing', (folder) => rmSync(join(folder, 'validation.cjs'))],
    ['is not JavaScript', (folder) => writeFileSync(join(folder, 'validation.cjs'), '{{')],
    [
      'throws',
      (folder) => writeFileSync(join(folder, 'validation.cjs'), 'throw new RangeError("a\\n\\x1b[2J")'),
    ],
    [
      'throws at a call',
      (folder) =>
        writeFileSync(join(folder, 'validation.cjs'), 'exports.runTask = () => Math.min(...Array(1e6))'),
    ],
  ])('if the bundle of the validator %s, but not for other files', async (_, damage) => {
    const copy = temporaryFolder()
    cpSync(join(plugin, 'dist', 'hook'), copy, { recursive: true })
    rmSync(join(copy, `validation.cjs.${process.version}-${process.arch}.cache`), { force: true })
    damage(copy)
    const root = projectWith({ [ARTIFACT]: validFinding })
    const options = { cwd: root, program: join(copy, 'hook.cjs') }
    for (const event of [written(join(root, ARTIFACT)), stop(root)]) {
      const { status, stderr } = await runHook(event, options)
      expect(stderr).toMatch(/^workbench: the hook failed, so nothing was validated: \P{Cc}+\n$/u)
      expect(status).toBe(2)
    }
    const other = projectWith({ 'a.ts': '' })
    expect(await runHook(written(join(other, 'a.ts')), { ...options, cwd: other })).toEqual(silence)
    const again = await runHook(stop(root).replace('{', '{ "stop_hook_active": true,'), options)
    expect(again.status).toBe(1)
  })

  it.each([
    ['is closed', '"$1" "$2" 2>&- < event.json'],
    ['is a pipe without a reader', '"$1" "$2" 2> >(exec true) < <(sleep 0.5; cat event.json)'],
    ['is a full device', '"$1" "$2" 2> /dev/full < event.json'],
  ])('even if standard error %s', (_, command) => {
    const root = projectWith({ [ARTIFACT]: brokenFinding })
    write(join(root, 'event.json'), written(join(root, ARTIFACT)))
    const script = `${command}; exit $?`
    const { status } = spawnSync('bash', ['--norc', '-c', script, 'bash', process.execPath, program], {
      cwd: root,
    })
    expect(status).toBe(2)
  })

  it('on SIGTERM', async () => {
    const child = spawn(process.execPath, [program])
    const stderr = text(child.stderr)
    const status = new Promise<number | null>((resolve) => child.on('exit', resolve))
    child.stdin.write('{')
    await new Promise((resolve) => setTimeout(resolve, 1500))
    child.kill('SIGTERM')
    expect(await status).toBe(2)
    expect(await stderr).toBe('workbench: the hook was stopped, so nothing was validated\n')
  })

  it('for two broken artifacts, one of which has 150,000 violations', async () => {
    const eventOf = (root: string) => written('', { cwd: root, tool_input: { files: [ARTIFACT, 'b.json'] } })
    for (const event of [eventOf, stop]) {
      const root = projectWith({ [ARTIFACT]: findingWith(150_000), 'b.json': brokenFinding })
      const { status, stderr } = await runHook(event(root), { cwd: root })
      expect(stderr).toMatch(/fix these at least 1\d{5} violations/)
      expect(status).toBe(2)
    }
  })

  it('for 6,000 items with violations that have a fix', async () => {
    const item = '{ "kind": "File", "ref": "x" }'
    const items = `"evidence": [${Array.from({ length: 6000 }, () => item).join(',\n')}]`
    const root = projectWith({ [ARTIFACT]: validFinding.replace(/"evidence": \[[^\]]*\]/, () => items) })
    const { status, stderr } = await runHook(written(ARTIFACT, { cwd: root }))
    expect(stderr).toContain('fix these at least 6000 violations')
    expect(stderr).toMatch(/fix\.cjs' \S+auditor\.json'$/m)
    expect(status).toBe(2)
  })

  it('for an artifact of 8 MB with 4,000,000 violations', async () => {
    const root = projectWith({ [ARTIFACT]: findingWith(4_000_000) })
    const { status, stderr } = await runHook(written(ARTIFACT, { cwd: root }))
    // It takes two seconds. A machine with much other work may need more than the deadline of the hook.
    expect(stderr).toMatch(
      /fix these at least \d{6,} violations|could not be validated: it takes too much time/,
    )
    expect(status).toBe(2)
  })

  it.each([
    ['Stop', (root: string) => stop(root)],
    ['a shell command', (root: string) => afterShell(root, './write-artifacts')],
    [
      'a tool that names them',
      (root: string) =>
        written('', {
          cwd: root,
          tool_input: { files: Array.from({ length: 620 }, (_, n) => `.workbench/blackboard/w1/${n}.json`) },
        }),
    ],
  ])(
    'in time for 620 broken artifacts whose modification times are in the future: %s',
    async (_, eventOf) => {
      const names = Array.from({ length: 620 }, (__, n) => `.workbench/blackboard/w1/${n}.json`)
      const root = projectWith(Object.fromEntries(names.map((name) => [name, brokenFinding])))
      for (const name of names) utimesSync(join(root, name), 4_000_000_000, 4_000_000_000)
      const { status, stderr } = await runHook(eventOf(root), { cwd: root })
      expect(stderr).toMatch(/and \d+ more files are invalid\n$/)
      expect(stderr).not.toContain('no time left')
      expect(status).toBe(2)
    },
  )

  it('with the number of files that it had no time to validate', () => {
    const names = Array.from({ length: 620 }, (_, n) => `.workbench/blackboard/w1/${n}.json`)
    for (const event of [stop, (root: string) => afterShell(root, './write-artifacts')]) {
      const root = projectWith(Object.fromEntries(names.map((name) => [name, validFinding])))
      const late = { env: {}, cwd: root, deadline: Date.now() }
      const { status, message } = respond(event(root), late, validation.runTask)
      expect(message).toMatch(
        /^(workbench: \S+ was rejected: it could not be validated: there was no time left to validate it; write fewer or smaller files at once\n\n)+workbench: … and \d+ more files are invalid$/,
      )
      expect(status).toBe(2)
    }
  })

  it('if it had no time to look up the paths in the event', () => {
    const root = projectWith({ 'a.json': validFinding })
    const late = { env: {}, cwd: root, deadline: Date.now() }
    expect(respond(written('a.json', { cwd: root }), late, validation.runTask)).toEqual({
      status: 2,
      message:
        'workbench: the hook failed, so nothing was validated: there was no time left to look up its paths',
    })
  })

  it.each([
    ['Stop', stop],
    ['Write', (root: string) => written(ARTIFACT, { cwd: root })],
  ])('for a link to an endless file of /proc: %s', async (_, eventOf) => {
    const root = projectWith({ [ARTIFACT]: '' })
    rmSync(join(root, ARTIFACT))
    symlinkSync('/proc/self/pagemap', join(root, ARTIFACT))
    expect(await runHook(eventOf(root), { cwd: root })).toMatchObject({ status: 2, stdout: '' })
  })

  it.each([
    ['naming a contract at its beginning', '{ "schema": "finding.v1", "id": "', 2],
    ['naming no contract', '{ "schema": "public", "id": "', 0],
  ])(
    'for a file above the size limit outside of the working area only if it is an artifact: %s',
    async (_, head, expected) => {
      const root = projectWith({ 'a.json': head })
      truncateSync(join(root, 'a.json'), 100_000_000)
      const { status, stderr } = await runHook(written('a.json', { cwd: root }))
      expect(stderr).toMatch(
        expected === 0 ? /^$/ : /^workbench: a\.json was rejected: .* the limit is 67108864; split it\n$/,
      )
      expect(status).toBe(expected)
    },
  )
})

describe('validateLarge()', () => {
  const root = projectWith({ 'a.json': validFinding })

  const run = (runTask: string, milliseconds = 20_000) => {
    const file = join(temporaryFolder(), 'validation.cjs')
    writeFileSync(file, `exports.runTask = (task) => { ${runTask} }`)
    const deadline = Date.now() + milliseconds
    return respond(written('a.json', { cwd: root }), { env: {}, cwd: root, deadline }, (task) =>
      validateLarge(task, { node: process.execPath, validator: file }),
    )
  }

  it('returns the response of the process, which gets the task', () => {
    expect(run('return { status: 2, message: task.files[0].path }')).toEqual({ status: 2, message: 'a.json' })
  })

  it.each([
    ['ends with another status', 'process.exit(7)', 20_000, 'too much memory'],
    ['crashes', 'process.abort()', 20_000, 'too much memory'],
    [
      'is killed, as the kernel does if the memory is exhausted',
      'process.kill(process.pid, "SIGKILL")',
      20_000,
      'too much memory',
    ],
    [
      'exhausts its heap',
      'for (const list = []; ; ) list.push(Array(1e6).fill(0))',
      60_000,
      'too much memory',
    ],
    ['does not end', 'for (;;);', 1000, 'too much time'],
  ])('rejects what it should validate if the process %s', (_, script, milliseconds, reason) => {
    const { status, message } = run(script, milliseconds)
    expect(message).toMatch(/^workbench: a\.json was rejected, because it could not be validated: /)
    expect(message).toContain(reason)
    expect(status).toBe(2)
  })
})

describe('the hook rejects a file of the working area whose name is not UTF-8', () => {
  it.each(['auditor\xff.json', 'w\xff/auditor.json'])('%j', async (name) => {
    for (const event of [stop, (root: string) => afterShell(root, './write-artifacts')]) {
      const root = projectWith({ [ARTIFACT]: validFinding })
      const path = Buffer.from(join(root, '.workbench/blackboard/w1', name), 'latin1')
      mkdirSync(path.subarray(0, path.lastIndexOf('/')), { recursive: true })
      writeFileSync(path, validFinding)
      const { status, stderr } = await runHook(event(root), { cwd: root })
      expect(stderr).toMatch(/its name is not UTF-8; rename it/)
      expect(status).toBe(2)
    }
  })
})

describe('the hook rejects a linked folder of the working area', () => {
  const elsewhere = () => projectWith({ 'auditor.json': validFinding, 'w1/auditor.json': validFinding })

  it.each<[string, string]>([
    ['a wave', '.workbench/blackboard/w1'],
    ['the blackboard', '.workbench/blackboard'],
  ])('%s', async (_, link) => {
    for (const event of [
      (root: string) =>
        written(ARTIFACT, {
          cwd: root,
          tool_input: { file_path: link.endsWith('w1') ? `${link}/auditor.json` : ARTIFACT },
        }),
      stop,
      (root: string) => afterShell(root, './write-artifacts'),
    ]) {
      const root = projectWith()
      mkdirSync(join(root, link, '..'), { recursive: true })
      symlinkSync(elsewhere(), join(root, link))
      const { status, stderr } = await runHook(event(root), { cwd: root })
      expect(stderr).toMatch(/is a link/)
      expect(stderr).toContain(link)
      expect(status).toBe(2)
    }
  })

  it('the working area itself', async () => {
    const root = projectWith()
    const target = projectWith({ 'blackboard/w1/auditor.json': validFinding })
    symlinkSync(target, join(root, '.workbench'))
    for (const event of [written(ARTIFACT, { cwd: root }), stop(root), afterShell(root, './write-artifacts')])
      expect(await runHook(event, { cwd: root })).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/\.workbench\b.* is a link/) as unknown,
      })
  })

  it('but accepts a project whose root is reached through a link', async () => {
    const root = join(temporaryFolder(), 'project')
    symlinkSync(projectWith({ [ARTIFACT]: validFinding }), root)
    expect(await runHook(written(join(root, ARTIFACT), { cwd: root }))).toEqual(silence)
    expect(await runHook(stop(root))).toEqual(silence)
  })
})

describe('the hook skips the check for the tools of this plugin alone', () => {
  it.each([
    ['mcp__plugin_workbench-core_workbench__memory_write', 0],
    ['mcp__workbench__memory_write', 0],
    ['mcp__workbench__blackboard_write', 0],
    ['mcp_workbench_memory_write', 0],
    ['workbench__memory_write', 0],
    ['workbench-memory_write', 0],
    ['mcp__evil__memory_write', 2],
    ['mcp__evil__workbench__memory_write', 2],
    ['mcp__workbench-evil__memory_write', 2],
    ['mcp__workbench__memory_write_all', 2],
    ['evil_memory_write', 2],
    ['memory_write', 2],
  ])('%s: exit status %d', async (tool_name, status) => {
    const root = projectWith({ [ARTIFACT]: brokenFinding })
    expect(await runHook(written(ARTIFACT, { cwd: root, tool_name }))).toMatchObject({ status })
  })
})
