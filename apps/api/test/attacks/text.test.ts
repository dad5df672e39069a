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
})

describe('Unicode', () => {
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
})
