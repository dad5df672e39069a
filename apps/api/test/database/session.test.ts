import { startApi } from '../support/requests/api.ts'
import { makeProject } from '../support/requests/make.ts'
import { queryOn } from '../support/database/query-on.ts'

test.each([
  [true, "datestyle = 'German, DMY'"],
  [true, "timezone = 'Asia/Kolkata'"],
  [true, 'standard_conforming_strings = off'],
  [false, "datestyle = 'SQL, MDY'"],
  [false, "timezone = 'Asia/Kolkata'"],
])(
  'with prepared: %s, responses do not depend on the setting of the database %s',
  async (prepared, setting) => {
    // The pool opens its first connection for the first request.
    const api = await startApi({ prepared })
    const name = new URL(api.databaseUrl).pathname.slice(1)
    await queryOn(api.databaseUrl, `alter database ${name} set ${setting}`)
    const project = await makeProject(api)
    expect(project.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const [row] = await queryOn<{ ms: string }>(
      api.databaseUrl,
      'select extract(epoch from created_at) * 1000 as ms from projects',
    )
    expect(Date.parse(project.createdAt)).toBe(Number(row?.ms))
    const body = { title: "It's \\'", dueDate: '2026-02-03' }
    const created = await api.send('POST', `/api/v1/projects/${project.id}/tasks`, { body })
    expect(created).toMatchObject({ status: 201, body })
  },
)
