import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import {
  aDirectory,
  unreadablePaths,
  unprivileged,
} from '../../../../packages/contracts/test/faults/unreadable-paths.ts'
import { canMount, inMountNamespace } from '../../../../packages/workspace/test/faults/mount-namespace.ts'
import { fact } from '../fact.ts'
import { type As, type Bare, example, program, repository, startBare } from '../server.ts'

/** A folder that every user can reach, and write to. */
function openFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'workbench-')))
  chmodSync(folder, 0o777)
  return folder
}

/** A copy of the server that every user can reach. */
const copy = join(openFolder(), 'mcp', 'mcp.js')
cpSync(dirname(program), dirname(copy), { recursive: true })

interface Called {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
}

/** A server in a project of its own; its calls come one after the other, each when the one before was answered. */
function serverIn(root: string, as: As = unprivileged) {
  const bare = startBare({ cwd: root, program: copy }, as)
  const answerTo = answersOf(bare)
  let last = 0
  const ask = async (method: string, params: object): Promise<Called> => {
    const id = ++last
    bare.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return (await answerTo(id)) as Called
  }
  const greeted = ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  }).then(() => bare.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n'))
  return {
    call: async (name: string, args: object): Promise<string> => {
      await greeted
      const { isError, content } = await ask('tools/call', { name, arguments: args })
      return `${isError ? 'error' : 'done'}: ${content.map(({ text }) => text).join('\n')}`
    },
    end: async () => {
      bare.child.stdin.end()
      return bare.ended
    },
  }
}

/** Gives the answer to a message; where the server ends first, that it has ended. */
function answersOf({ child, ended }: Bare) {
  let said = ''
  const waiting = new Set<() => void>()
  const tell = () => {
    for (const look of waiting) look()
  }
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
    tell()
  })
  return (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const lines = said.split('\n').slice(0, -1)
        const found = lines
          .map((line) => JSON.parse(line) as { id?: number; result?: unknown })
          .find((message) => message.id === id)
        if (!found) return
        waiting.delete(look)
        resolve(found.result)
      }
      waiting.add(look)
      look()
      void ended.then((status) => reject(new Error(`The server ended with ${status}`)))
    })
}

const finding = JSON.parse(example('valid/finding.v1.json')) as object
const artifact = { schema: 'finding.v1', wave: 'w1', agent: 'auditor', artifact: finding }

describe('the server answers, and goes on, where there is', () => {
  it.each([...unreadablePaths, aDirectory])('$what to be validated', async ({ make, says }) => {
    const root = openFolder()
    await make(join(root, 'a.json'))
    const { call, end } = serverIn(root)
    const answer = await call('contract_validate', { schema: 'finding.v1', path: 'a.json' })
    expect(answer).toMatch(/^error: The call was refused\. [^]*Cannot read the file: /)
    expect(answer).toMatch(says)
    expect(await call('contract_validate', { schema: 'finding.v1', artifact: finding })).toMatch(/^done: /)
    expect(await end()).toBe(0)
  })

  it.each([...unreadablePaths, aDirectory])('$what in place of a contract', async ({ make, says }) => {
    const root = openFolder()
    const schemas = join(root, 'plugins/workbench-core/schemas')
    mkdirSync(schemas, { recursive: true })
    await make(join(schemas, 'note.v1.schema.json'))
    cpSync(join(repository, 'schemas/finding.v1.schema.json'), join(schemas, 'finding.v1.schema.json'))
    const { call, end } = serverIn(root)
    const answer = await call('contract_validate', { schema: 'note.v1', artifact: {} })
    expect(answer).toMatch(/^error: Could not run: the contract cannot be used: /)
    expect(answer).toMatch(says)
    expect(await call('contract_validate', { schema: 'finding.v1', artifact: finding })).toMatch(/^done: /)
    expect(await end()).toBe(0)
  })

  it.each([...unreadablePaths, aDirectory])('$what in the way of an artifact', async ({ what, make }) => {
    const root = openFolder()
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
        ? /^error: [^]*holds something that is no artifact; give replace: true/
        : /^error: Could not run: \.workbench\/blackboard\/w1\/auditor\.json is a .*, not a file; take it away/,
    )
    expect(await call('blackboard_write', { ...artifact, agent: 'reviewer' })).toMatch(/^done: /)
    expect(await end()).toBe(0)
  })
})

const LARGE = 'x'.repeat(300_000)

describe('the server says so, and goes on,', () => {
  it('where writing is not permitted', async () => {
    const root = openFolder()
    mkdirSync(join(root, '.workbench'))
    chmodSync(join(root, '.workbench'), 0o555)
    const { call, end } = serverIn(root)
    for (const [tool, args] of [
      ['blackboard_write', artifact],
      ['memory_write', fact],
    ] as const)
      expect(await call(tool, args)).toMatch(
        /^error: Could not run: Cannot write \.workbench\/\S+: write permission denied/,
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
        what: 'a file may not become so large',
        through: ['bash', '--norc', '-c', 'ulimit -S -f 100; exec "$@"', 'bash'],
        says: 'the file would exceed the file size limit',
        isMount: false,
      },
    ].filter(({ isMount }) => canMount || !isMount),
  )('where $what, and writes what there is room for', async ({ through, says }) => {
    const { call, end } = serverIn(openFolder(), { through })
    const large = { ...artifact, artifact: { ...finding, failureScenario: LARGE } }
    const refused = `error: Could not run: Cannot write .workbench/`
    for (let time = 0; time < 3; time++) {
      const answers = [
        await call('blackboard_write', large),
        await call('memory_write', { ...fact, source: LARGE }),
      ]
      for (const answer of answers) {
        expect(answer).toContain(refused)
        expect(answer).toContain(says)
      }
    }
    expect(await call('blackboard_write', artifact)).toMatch(/^done: /)
    expect(await call('memory_write', fact)).toMatch(/^done: [^]*fact-0001/)
    expect(await end()).toBe(0)
  })
})

if (!canMount)
  process.stderr.write('files.test.ts: this user may not mount a tmpfs; a full disk is not tested\n')
