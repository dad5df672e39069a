import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'
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

describe('numbers', () => {
  const numbers = [
    '9007199254740993',
    '9'.repeat(400),
    '1e999',
    '-1e999',
    '1e-999',
    '2147483648.0',
    '-9007199254740993',
  ]

  test.each(numbers)('%s instead of a string is rejected with 400', async (number) => {
    await expectInvalid('POST', PROJECTS, 'name', `{"name":${number}}`)
    await expectInvalid('POST', tasks, 'priority', `{"title":"a","priority":${number}}`)
    await expectInvalid('POST', tasks, 'dueDate', `{"title":"a","dueDate":${number}}`)
  })

  test.each([
    ...numbers,
    '2147483648',
    '-1',
    '0x10',
    '1e2',
    '1.5',
    ' ',
    '',
    '+1',
    '١',
    '1,2',
    'NaN',
    'Infinity',
    '-0.5',
  ])('page %j is rejected with 400', async (number) => {
    await expectInvalid('GET', `${PROJECTS}?page=${encodeURIComponent(number)}`, 'page')
  })

  test.each([...numbers, '0', '1001'])('size %j is rejected with 400', async (number) => {
    await expectInvalid('GET', `${tasks}?size=${encodeURIComponent(number)}`, 'size')
  })

  test('the page with the largest number is empty', async () => {
    const { status, body } = await target.send<{ empty: boolean }>(
      'GET',
      `${PROJECTS}?page=2147483647&size=1000`,
    )
    expect(status).toBe(200)
    expect(body.empty).toBe(true)
  })
})

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

  test('more than eight sort fields are rejected with 400', async () => {
    await expectInvalid('GET', PROJECTS + sorts(...Array<string>(9).fill('name')), 'sort')
    await expectInvalid('GET', tasks + sorts(...Array<string>(50).fill('title,desc')), 'sort')
  })

  test('thousands of sort fields are rejected with 400, each error is listed once, and memory does not grow', async () => {
    const path = PROJECTS + sorts(...Array<string>(1_500).fill('x'))
    const { status, body } = await target.send<Problem>('GET', path)
    expect(status).toBe(400)
    expect(new Set(body.errors.map(({ message }) => message)).size).toBe(body.errors.length)
    await target.expectFlatMemory(20, () => target.send('GET', path))
  })

  test('eight sort fields, equal or different, are accepted', async () => {
    expect((await target.send('GET', PROJECTS + sorts(...Array<string>(8).fill('name')))).status).toBe(200)
    const all = sorts('id', 'title', 'status', 'priority', 'dueDate', 'createdAt', 'updatedAt', 'id,desc')
    expect((await target.send('GET', tasks + all)).status).toBe(200)
  })

  test.each([
    'password',
    '1',
    'name;drop table projects',
    'name,asc,desc',
    'name asc',
    '__proto__',
    'name,',
    ',',
    'NAME',
  ])('sort %j is rejected with 400', async (field) => {
    await expectInvalid('GET', PROJECTS + sorts(field), 'sort')
  })
})

test.each(['page', 'size', 'status'])('a repeated parameter %s is rejected with 400', async (name) => {
  await expectInvalid('GET', `${PROJECTS}?${name}=1&${name}=2`, name)
})

test.each(['null', '"OPEN"', '"done"', '["DONE"]', '{}', '1', '""'])(
  'status %s is rejected with 400',
  async (value) => {
    await expectInvalid('PATCH', `/api/v1/tasks/${ABSENT_ID}/status`, 'status', `{"status":${value}}`)
  },
)
