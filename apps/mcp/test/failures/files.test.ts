import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { aDirectory, unreadablePaths, unprivileged } from '@workbench/test-support/unreadable-paths'
import { canMount, inMountNamespace } from '@workbench/test-support/mount-namespace'
import { factDraft } from '@workbench/test-support/fact-draft'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import {
  example,
  type ProcessOptions,
  program,
  repository,
  type ServerProcess,
  startServer,
} from '../server.ts'

/** A folder that every user can write to. */
const sharedFolder = (): string => temporaryFolder(0o777)

/** A copy of the server that every user can read. */
const copy = join(sharedFolder(), 'mcp', 'mcp.js')
cpSync(dirname(program), dirname(copy), { recursive: true })

interface CallResult {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
}

/** Starts a server in a project and calls its tools one after another. */
function serverIn(root: string, options: ProcessOptions = unprivileged) {
  const server = startServer({ cwd: root, program: copy }, options)
  const responseTo = responsesOf(server)
  let last = 0
  const send = async (method: string, params: object): Promise<CallResult> => {
    const id = ++last
    server.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return (await responseTo(id)) as CallResult
  }
  const initialized = send('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  }).then(() => server.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n'))
  return {
    call: async (name: string, args: object): Promise<string> => {
      await initialized
      const { isError, content } = await send('tools/call', { name, arguments: args })
      return `${isError ? 'error' : 'done'}: ${content.map(({ text }) => text).join('\n')}`
    },
    end: async () => {
      server.child.stdin.end()
      return server.ended
    },
  }
}

/** Returns a function that waits for the response with an id, and rejects if the server exits before it. */
function responsesOf({ child, ended }: ServerProcess) {
  let output = ''
  const waiting = new Set<() => void>()
  const notify = () => {
    for (const check of waiting) check()
  }
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8')
    notify()
  })
  return (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const check = () => {
        const lines = output.split('\n').slice(0, -1)
        const found = lines
          .map((line) => JSON.parse(line) as { id?: number; result?: unknown })
          .find((message) => message.id === id)
        if (!found) return
        waiting.delete(check)
        resolve(found.result)
      }
      waiting.add(check)
      check()
      void ended.then((status) => reject(new Error(`The server exited with ${status}`)))
    })
}

const finding = { ...(JSON.parse(example('valid/finding.v1.json')) as object), producedBy: 'auditor' }
const fact = { ...factDraft }
const artifact = { schema: 'finding.v1', wave: 'w1', agent: 'auditor', artifact: finding }

describe('the server returns an error, and handles the next call, for', () => {
  it.each([...unreadablePaths, aDirectory])('$what as the artifact to validate', async ({ make, says }) => {
    const root = sharedFolder()
    await make(join(root, 'a.json'))
    const { call, end } = serverIn(root)
    const result = await call('contract_validate', { schema: 'finding.v1', path: 'a.json' })
    expect(result).toMatch(/^error: The call was rejected\. [^]*Cannot read the file: /)
    expect(result).toMatch(says)
    expect(await call('contract_validate', { schema: 'finding.v1', artifact: finding })).toMatch(/^done: /)
    expect(await end()).toBe(0)
  })

  it.each([...unreadablePaths, aDirectory])('$what as a contract file', async ({ make, says }) => {
    const root = sharedFolder()
    const schemas = join(root, 'plugins/workbench-core/schemas')
    mkdirSync(schemas, { recursive: true })
    await make(join(schemas, 'note.v1.schema.json'))
    cpSync(join(repository, 'schemas/finding.v1.schema.json'), join(schemas, 'finding.v1.schema.json'))
    const { call, end } = serverIn(root)
    const result = await call('contract_validate', { schema: 'note.v1', artifact: {} })
    expect(result).toMatch(/^error: The tool failed: the contract is broken: /)
    expect(result).toMatch(says)
    expect(await call('contract_validate', { schema: 'finding.v1', artifact: finding })).toMatch(/^done: /)
    expect(await end()).toBe(0)
  })

  it.each([...unreadablePaths, aDirectory])('$what under the name of an artifact', async ({ what, make }) => {
    const root = sharedFolder()
    const wave = join(root, '.workbench', 'blackboard', 'w1')
    for (const folder of ['.workbench', '.workbench/blackboard', '.workbench/blackboard/w1']) {
      mkdirSync(join(root, folder))
      chmodSync(join(root, folder), 0o777)
    }
    await make(join(wave, 'auditor.json'))
    const { call, end } = serverIn(root)
    const isPlain = what.startsWith('a file')
    expect(await call('blackboard_write', artifact)).toMatch(
      isPlain
        ? /^error: [^]*is a file that is not an artifact; set replace: true/
        : /^error: The tool failed: \.workbench\/blackboard\/w1\/auditor\.json is a .*, not a file; delete it/,
    )
    expect(await call('blackboard_write', { ...artifact, wave: 'w2' })).toMatch(/^done: /)
    expect(await end()).toBe(0)
  })
})

const LARGE = 'x'.repeat(300_000)

describe('the server returns an error, and handles the next call,', () => {
  it('if it has no write permission', async () => {
    const root = sharedFolder()
    mkdirSync(join(root, '.workbench'))
    chmodSync(join(root, '.workbench'), 0o555)
    const { call, end } = serverIn(root)
    for (const [tool, args] of [
      ['blackboard_write', artifact],
      ['memory_write', fact],
    ] as const)
      expect(await call(tool, args)).toMatch(
        /^error: The tool failed: Cannot write \.workbench\/\S+: write permission denied/,
      )
    expect(await call('contract_validate', { schema: 'finding.v1', artifact: finding })).toMatch(/^done: /)
    expect(await end()).toBe(0)
  })

  // Without mounts, the limit on the size of files still stops a write after its first bytes, as a full disk does.
  it.each(
    [
      {
        what: 'the disk is full',
        through: inMountNamespace('mount -t tmpfs -o size=200k none .; cd "$PWD"; exec "$@"'),
        says: 'the disk is full; free some space and retry',
        isMount: true,
      },
      {
        what: 'the file is larger than RLIMIT_FSIZE',
        through: ['bash', '--norc', '-c', 'ulimit -S -f 100; exec "$@"', 'bash'],
        says: 'the file would exceed the file size limit',
        isMount: false,
      },
    ].filter(({ isMount }) => canMount || !isMount),
  )('if $what', async ({ through, says }) => {
    const { call, end } = serverIn(sharedFolder(), { through })
    const large = { ...artifact, artifact: { ...finding, failureScenario: LARGE } }
    const prefix = `error: The tool failed: Cannot write .workbench/`
    for (let time = 0; time < 3; time++) {
      const results = [
        await call('blackboard_write', large),
        await call('memory_write', { ...fact, source: LARGE }),
      ]
      for (const result of results) {
        expect(result).toContain(prefix)
        expect(result).toContain(says)
      }
    }
    expect(await call('blackboard_write', artifact)).toMatch(/^done: /)
    expect(await call('memory_write', fact)).toMatch(/^done: [^]*fact-\d{17}/)
    expect(await end()).toBe(0)
  })
})

if (!canMount)
  process.stderr.write('files.test.ts: this user may not mount a tmpfs; a full disk is not tested\n')
