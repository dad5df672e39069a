import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { queryOn } from '../support/database/query-on.ts'
import { end, startServer } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'
import { makeProject } from '../support/requests/make.ts'

const programs = usePrograms({ isEmbedded: true, scope: 'test' })

const postmasterPid = (path = programs.directory): string => join(path, '.data', 'postgres', 'postmaster.pid')
const isRunning = (path = programs.directory): Promise<boolean> =>
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
  const server = await programs.start(variables)
  expect((await makeProject(server)).name).toBe('A project')
  expect(await end(server)).toBe(0)
  expect(await isRunning()).toBe(false)
})

test('SIGHUP stops the server with exit code 0, and its database', async () => {
  const server = await programs.start()
  expect(await end(server, 'SIGHUP')).toBe(0)
  expect(await isRunning()).toBe(false)
})

test('no shell interprets the name of the directory', async () => {
  const path = join(programs.directory, 'a $(touch run) `touch run` $HOME "b\' é')
  await mkdir(path)
  const server = await startServer(path)
  await makeProject(server)
  expect(await end(server)).toBe(0)
  expect(await isRunning(path)).toBe(false)
  expect(await readdir(path)).toEqual(['.data'])
})

test.each(['a child process', 'the postmaster'])(
  'a stale postmaster.pid with the process id of %s of another server does not prevent the start',
  async (other) => {
    await end(await programs.start())
    const url = process.env['TEST_DATABASE_URL'] ?? ''
    const [row] = await queryOn<{ pid: number }>(
      url,
      `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
    )
    const ofParent = /^PPid:\s*(\d+)$/m.exec(await readFile(`/proc/${Number(row?.pid)}/status`, 'utf8'))?.[1]
    const pid = other === 'the postmaster' ? ofParent : row?.pid
    await writeFile(postmasterPid(), `${pid}\n${programs.directory}\n1\n5432\n\n127.0.0.1\n\nready   \n`)
    const server = await programs.start()
    expect((await server.send('GET', '/readyz')).status).toBe(200)
    await end(server)
  },
)

test('a path with a line break makes the start fail with one line', async () => {
  const path = join(programs.directory, 'a\nb')
  await mkdir(path)
  await expect(startServer(path)).rejects.toThrow(
    'The path of the data directory must not contain a line break; to use another database, set DATABASE_URL\n',
  )
})
