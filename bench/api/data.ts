import pg from 'pg'

/** Ids that requests are made for. */
export interface Known {
  readonly projects: readonly string[]
  readonly tasks: readonly string[]
}

/** Runs statements on a connection of its own. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Adds projects, each with as many tasks. Returns their ids. */
export function addProjects(url: string, count: number, tasksEach: number): Promise<string[]> {
  return onDatabase(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into projects (id, name, description, status)
       select gen_random_uuid(), 'Project ' || n, 'What project ' || n || ' is about', 'ACTIVE'
       from generate_series(1, $1::int) as n returning id`,
      [count],
    )
    const ids = rows.map(({ id }) => id)
    await client.query(
      `insert into tasks (id, project_id, title, description, status, priority, due_date, created_at, updated_at)
       select gen_random_uuid(), project, 'Task ' || n, 'What is to be done in task ' || n,
         (array['TODO', 'IN_PROGRESS', 'DONE'])[1 + n % 3], (array['LOW', 'MEDIUM', 'HIGH'])[1 + n / 3 % 3],
         case when n % 2 = 0 then date '2026-01-01' + n % 300 end,
         now() - n * interval '1 second', now() - n * interval '1 second'
       from unnest($1::uuid[]) as project, generate_series(1, $2::int) as n`,
      [ids, tasksEach],
    )
    await client.query('vacuum (analyze) projects, tasks, task_counts')
    await client.query('checkpoint')
    return ids
  })
}

/** Ids to read and write: of tasks that can still be moved. */
export function known(url: string): Promise<Known> {
  return onDatabase(url, async (client) => {
    const ids = async (from: string): Promise<string[]> =>
      (await client.query<{ id: string }>(`select id from ${from} order by random() limit 2000`)).rows.map(
        ({ id }) => id,
      )
    return { projects: await ids('projects'), tasks: await ids(`tasks where status <> 'DONE'`) }
  })
}
