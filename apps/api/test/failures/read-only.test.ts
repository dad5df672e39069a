import { makeProject, makeTask } from '../support/requests/make.ts'
import { UNAVAILABLE, summaryOf } from '../support/requests/unavailable.ts'
import { unexpectedErrorsOf } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'
import { sendWrite, WRITES } from '../support/requests/writes.ts'
import { until } from '../support/until.ts'

const programs = usePrograms()

/** Applies to new connections only. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const name = new URL(programs.databaseUrl).pathname.slice(1)
  const alter = `alter database ${name} set default_transaction_read_only = ${value}`
  await programs.query(`begin read write; ${alter}; commit`)
}

test('while the database is read-only, writes respond with 503 and reads with 200, and the log and a start name the cause; writes succeed once it is writable', async () => {
  const server = await programs.start()
  const project = await makeProject(server)
  const task = await makeTask(server, project.id)
  const [ofProject, ofTask] = [`/api/v1/projects/${project.id}`, `/api/v1/tasks/${task.id}`]
  await setReadOnly('on')
  await programs.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where application_name = 'workbench-api' and datname = current_database()`,
  )
  await until(async () => (await server.send('GET', '/readyz')).status === 200)
  for (const write of WRITES) {
    const answer = await sendWrite(server, write, { project: project.id, task: task.id })
    expect([write.operation, summaryOf(answer)]).toEqual([write.operation, UNAVAILABLE])
    expect((await server.send('GET', ofTask)).body).toEqual(task)
    expect((await server.send('GET', ofProject)).body).toEqual(project)
  }
  await server.send('POST', `${ofProject}/archive`, { headers: { 'Idempotency-Key': 'read-only' } })
  expect(await programs.failure()).toContain('in a read-only transaction')
  const causes = server.output.stdout.match(/(?<="cause":").*(?=","msg":"Service unavailable")/g)
  expect(causes?.filter((cause) => !cause.includes('in a read-only transaction'))).toEqual([])

  // Without closing them, connections in use by reads would stay read-only.
  await setReadOnly('off')
  await until(async () => {
    const { status } = await server.send('PUT', ofTask, { body: { title: 'New' } })
    expect((await server.send('GET', ofProject)).status).toBe(200)
    return status === 200
  })
  expect((await server.send('GET', ofTask)).body).toMatchObject({ title: 'New' })
  expect(unexpectedErrorsOf(server)).toEqual([])
})
