import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { queryOn } from '../support/database/query-on.ts'
import { end, makeDirectory, runProgram, startServer } from '../support/programs/process.ts'
import { createClient } from '../support/requests/client.ts'
import { makeProject } from '../support/requests/make.ts'

let directory: Awaited<ReturnType<typeof makeDirectory>>
beforeEach(async () => {
  directory = await makeDirectory()
})
afterEach(() => directory.remove())

const postmasterPid = (path = directory.path): string => join(path, '.data', 'postgres', 'postmaster.pid')
const isRunning = (path = directory.path): Promise<boolean> =>
  stat(postmasterPid(path)).then(
    () => true,
    () => false,
  )

test.each<Record<string, string>>([
  { PGSSLMODE: 'require' },
  { PGSSLMODE: 'verify-full', PGSSLNEGOTIATION: 'direct' },
  { PGOPTIONS: '-c datestyle=German -c default_transaction_read_only=on' },
  { PGREPLICATION: 'database' },
  { PGDATA: '/nowhere', PGPORT: '1', PGHOST: '/nowhere', PGUSER: 'no', PGDATABASE: 'no', PGPASSWORD: 'no' },
])('the embedded database ignores %j', async (variables) => {
  const server = await startServer(directory.path, variables)
  expect((await makeProject(createClient(server.origin))).name).toBe('A project')
  expect(await end(server)).toBe(0)
  expect(await isRunning()).toBe(false)
})

test('SIGHUP stops the server with exit code 0, and its database', async () => {
  const server = await startServer(directory.path)
  expect(await end(server, 'SIGHUP')).toBe(0)
  expect(await isRunning()).toBe(false)
})

test('no shell interprets the name of the directory', async () => {
  const path = join(directory.path, 'a $(touch run) `touch run` $HOME "b\' é')
  await mkdir(path)
  const server = await startServer(path)
  await makeProject(createClient(server.origin))
  expect(await end(server)).toBe(0)
  expect(await isRunning(path)).toBe(false)
  expect(await readdir(path)).toEqual(['.data'])
})

test.each(['a child process', 'the postmaster'])(
  'a stale postmaster.pid with the process id of %s of another server does not prevent the start',
  async (other) => {
    await end(await startServer(directory.path))
    const url = process.env['TEST_DATABASE_URL'] ?? ''
    const [row] = await queryOn<{ pid: number }>(
      url,
      `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
    )
    const ofParent = /^PPid:\s*(\d+)$/m.exec(await readFile(`/proc/${Number(row?.pid)}/status`, 'utf8'))?.[1]
    const pid = other === 'the postmaster' ? ofParent : row?.pid
    await writeFile(postmasterPid(), `${pid}\n${directory.path}\n1\n5432\n\n127.0.0.1\n\nready   \n`)
    const server = await startServer(directory.path)
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    await end(server)
  },
)

test('a path with a line break makes the start fail with one line', async () => {
  const path = join(directory.path, 'a\nb')
  await mkdir(path)
  const program = runProgram('main', path, { PORT: '0' })
  expect(await program.ended).toBe(1)
  expect(program.output.stderr).toBe(
    'The path of the data directory must not contain a line break; to use another database, set DATABASE_URL\n',
  )
})
