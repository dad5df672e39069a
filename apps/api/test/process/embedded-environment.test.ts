import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

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

test('no shell interprets the name of the directory', async () => {
  const path = join(programs.directory, 'a $(touch run) `touch run` $HOME "b\' é')
  await mkdir(path)
  const server = await startServer(path)
  await makeProject(server)
  expect(await end(server)).toBe(0)
  expect(await isRunning(path)).toBe(false)
  expect(await readdir(path)).toEqual(['.data'])
})
