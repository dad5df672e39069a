import pg from 'pg'

/** Ids of existing rows, for requests. */
export interface KnownIds {
  readonly projects: readonly string[]
  readonly tasks: readonly string[]
}

/** Runs statements on a new connection. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Adds projects with `tasksEach` tasks each, whose ids end as those that the server gives. Returns the ids of the projects. */
export function addProjects(url: string, count: number, tasksEach: number): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into projects (id, name, description, status)
       select gen_random_uuid(), 'Project ' || n, 'What project ' || n || ' is about', 'ACTIVE'
       from generate_series(1, $1::int) as n returning id`,
      [count],
    )
    const ids = rows.map(({ id }) => id)
    await client.query(
      `insert into tasks (id, project_id, title, description, status, priority, due_date, created_at, updated_at)
       select (left(gen_random_uuid()::text, 33) || right(project::text, 3))::uuid, project, 'Task ' || n, 'What is to be done in task ' || n,
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

/** Selects up to 2,000 projects, and as many tasks whose status can still change. */
export function selectIds(url: string): Promise<KnownIds> {
  return withClient(url, async (client) => {
    const ids = async (from: string): Promise<string[]> =>
      (await client.query<{ id: string }>(`select id from ${from} order by random() limit 2000`)).rows.map(
        ({ id }) => id,
      )
    return { projects: await ids('projects'), tasks: await ids(`tasks where status <> 'DONE'`) }
  })
}
