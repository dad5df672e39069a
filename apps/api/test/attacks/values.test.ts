import { makeProject, makeTask } from '../support/requests/make.ts'
import { useTarget } from '../support/programs/attack-target.ts'

const PROJECTS = '/api/v1/projects'

interface Problem {
  errors: { field: string; message: string }[]
}

const target = useTarget()
let tasks: string
beforeAll(async () => {
  tasks = `${PROJECTS}/${(await makeProject(target)).id}/tasks`
})

async function expectInvalid(method: string, path: string, field: string, raw?: string): Promise<void> {
  const { status, body } = await target.send<Problem>(method, path, raw === undefined ? {} : { raw })
  expect(status).toBe(400)
  expect(body.errors.map((error) => error.field)).toContain(field)
}

describe('dates', () => {
  test.each([
    ...[
      '2026-02-29',
      '2026-02-30',
      '2100-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-01',
      '2026-01-00',
      '2026-01-32',
    ],
    ...[
      '0000-01-01',
      '0000-00-00',
      '10000-01-01',
      '-2026-01-01',
      '+12026-01-01',
      '20260430',
      '2026-4-30',
      '26-04-30',
    ],
    ...[
      '2026-04-30T00:00:00Z',
      '2026-W18-4',
      '2026-120',
      ' 2026-04-30',
      '2026-04-30\\n',
      '٢٠٢٦-٠٤-٣٠',
      'today',
      'infinity',
    ],
    ...['-infinity', 'epoch', '', 'J2451187', '2026-04-30 BC', "2026-04-30'::date--"],
  ])('dueDate %j is rejected with 400', async (date) => {
    await expectInvalid('POST', tasks, 'dueDate', `{"title":"a","dueDate":"${date}"}`)
  })

  test.each(['2028-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    'dueDate %s is accepted',
    async (dueDate) => {
      const { id } = (await makeTask(target, tasks.split('/')[4] ?? '', { dueDate })) as { id: string }
      expect((await target.send('GET', `/api/v1/tasks/${id}`)).body).toMatchObject({ dueDate })
    },
  )
})

describe('sort fields', () => {
  const sorts = (...fields: string[]): string =>
    `?${fields.map((field) => `sort=${encodeURIComponent(field)}`).join('&')}`

  test('thousands of sort fields are rejected with 400, each error is listed once, and memory does not grow', async () => {
    const path = PROJECTS + sorts(...Array<string>(1_500).fill('x'))
    const { status, body } = await target.send<Problem>('GET', path)
    expect(status).toBe(400)
    expect(new Set(body.errors.map(({ message }) => message)).size).toBe(body.errors.length)
    await target.expectFlatMemory(20, () => target.send('GET', path))
  })
})
