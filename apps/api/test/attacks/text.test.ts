import type { Project, Task } from '../support/requests/api.ts'
import { parseAnswer, useTarget } from '../support/programs/attack-target.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'

const PROJECTS = '/api/v1/projects'

const target = useTarget()

describe('SQL', () => {
  const statements = [
    `'; drop table tasks; --`,
    `' or '1'='1`,
    `"; delete from projects where "a"="a`,
    `\\'; truncate projects cascade; --`,
    `$$; drop schema public cascade; $$`,
    `$1`,
    `%s%d%n`,
    `*/ union select version() /*`,
    `'||pg_sleep(60)||'`,
    `\${1+1}{{7*7}}`,
  ]

  test.each(statements)('%s is stored and returned unchanged in every string', async (text) => {
    const project = await makeProject(target, { name: text, description: text })
    expect(project).toMatchObject({ name: text, description: text })
    const task = await makeTask(target, project.id, { title: text, description: text })
    expect(task).toMatchObject({ title: text, description: text })
    expect((await target.send('GET', `/api/v1/tasks/${task.id}`)).body).toEqual(task)
  })

  test.each(statements)('%s gets 404 as an id, and 400 as a filter or sort field', async (text) => {
    const part = encodeURIComponent(text)
    const before = (await target.send<{ totalElements: number }>('GET', PROJECTS)).body.totalElements
    for (const path of [`${PROJECTS}/${part}`, `/api/v1/tasks/${part}`, `${PROJECTS}/${part}/tasks`]) {
      expect((await target.send('GET', path)).status).toBe(404)
    }
    expect((await target.send('DELETE', `${PROJECTS}/${part}`)).status).toBe(404)
    for (const name of ['status', 'sort', 'page', 'size', 'other', part]) {
      expect((await target.send('GET', `${PROJECTS}?${name}=${part}`)).status).toBe(400)
    }
    expect((await target.send<{ totalElements: number }>('GET', PROJECTS)).body.totalElements).toBe(before)
  })
})

describe('Unicode', () => {
  const characters = [
    'a',
    'é',
    'e\u0301',
    '漢',
    '🦀',
    '👩‍👩‍👧',
    'a\u202e',
    'a\ufeff',
    '\uffff',
    '\u{10ffff}',
    '\ud83d\ude00',
    'a\u200b',
    '"',
    '\\',
    'a\u2028',
  ]

  test.each(characters)('%j repeated up to the length limits is returned unchanged', async (character) => {
    const points = Array.from(character).length
    const fill = (limit: number): string =>
      character.repeat(Math.floor(limit / points)) + 'x'.repeat(limit % points)
    const project = await makeProject(target, { name: fill(120), description: fill(2000) })
    const found = (await target.send<Project>('GET', `${PROJECTS}/${project.id}`)).body
    expect([found.name, found.description]).toEqual([fill(120), fill(2000)])
    const task = await makeTask(target, project.id, { title: fill(200), description: fill(2000) })
    const read = (await target.send<Task>('GET', `/api/v1/tasks/${task.id}`)).body
    expect([read.title, read.description]).toEqual([fill(200), fill(2000)])
  })

  test.each(characters)('%j repeated beyond the length limits is rejected with 400', async (character) => {
    const { id } = await makeProject(target)
    const fill = (limit: number): string => character.repeat(limit) + 'x'
    const cases: [string, object, string][] = [
      [PROJECTS, { name: fill(120) }, 'name'],
      [PROJECTS, { name: 'a', description: fill(2000) }, 'description'],
      [`${PROJECTS}/${id}/tasks`, { title: fill(200) }, 'title'],
      [`${PROJECTS}/${id}/tasks`, { title: 'a', description: fill(2000) }, 'description'],
    ]
    for (const [path, body, field] of cases) {
      const answer = await target.send<{ errors: { field: string }[] }>('POST', path, { body })
      expect(answer.status).toBe(400)
      expect(answer.body.errors.map((error) => error.field)).toEqual([field])
    }
  })

  test.each(['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00', '\\udc00\\ud800', 'x\\ud83d'])(
    '%s cannot be stored and is rejected with 400',
    async (text) => {
      for (const raw of [`{"name":"${text}"}`, `{"name":"a","description":"${text}"}`]) {
        expect((await target.send('POST', PROJECTS, { raw })).status).toBe(400)
      }
    },
  )

  test.each([
    ['overlong', [0xc0, 0xaf]],
    ['cut off', [0xe6, 0xbc]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond the last character', [0xf4, 0x90, 0x80, 0x80]],
    ['no first byte', [0x80]],
    ['of Latin-1', [0xe9]],
  ])('invalid UTF-8 (%s) is rejected with 400', async (_, bytes) => {
    const raw = new Uint8Array([...Buffer.from('{"name":"'), ...bytes, ...Buffer.from('"}')])
    const { status, body } = await target.send<{ errors: unknown }>('POST', PROJECTS, { raw })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: 'body', message: 'must be UTF-8' }])
  })

  test('a byte order mark before the body is ignored, and a character may arrive in two pieces', async () => {
    const body = Buffer.from('\ufeff{"name":"漢"}')
    const head = `POST ${PROJECTS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json`
    for (const cut of [1, body.length - 3]) {
      const answer = await target.exchange(
        `${head}\r\nContent-Length: ${body.length}\r\n\r\n`,
        body.subarray(0, cut),
        body.subarray(cut),
      )
      expect(parseAnswer(answer).status).toBe(201)
      expect(answer).toContain('"name":"漢"')
    }
  })

  const invisible = [
    '\u00a0',
    '\u2003\u3000',
    '\ufeff',
    '\u0085',
    '\t\n',
    '\u2028',
    '\u0001',
    '\u200b',
    '\u200d\u2060',
  ]
  invisible.push('\u00ad', '\u115f', '\u3164', '\uffa0', '\u2800', '\ufe0f', ' \u3164 ')
  invisible.push('\u{e0001}', '\u{e0041}\u{e007f}', '\u{e01ef}', '\u{1bca0} \u{1d173}')

  test.each(invisible)('%j is blank and is rejected with 400', async (text) => {
    const { id } = await makeProject(target)
    for (const [path, body, field] of [
      [PROJECTS, { name: text }, 'name'],
      [`${PROJECTS}/${id}/tasks`, { title: text }, 'title'],
    ] as const) {
      const answer = await target.send<{ errors: unknown }>('POST', path, { body })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([{ field, message: 'must not be blank' }])
    }
  })

  test.each(['\u200bx', '👩\u200d👧', 'ㄱ', '\u2801', '\u{e1000}', '\u0301', '🏴\u{e0067}\u{e007f}', '𝄞'])(
    '%j is not blank and is stored',
    async (name) => {
      expect((await target.send<Project>('POST', PROJECTS, { body: { name } })).body.name).toBe(name)
    },
  )
})
