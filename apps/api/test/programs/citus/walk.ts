type Send = (method: string, path: string, expected: number, body?: object) => Promise<Answer>

interface Answer {
  id?: string
  totalElements?: number
  content?: unknown[]
  cursor?: string
}

/** Executes all operations on a project and its tasks, each on one shard, and returns the unexpected responses. */
export const walkProject = (origin: string): Promise<string[]> =>
  walk(origin, async (send) => {
    const project = await createProject(send)
    // More than the executions after which PostgreSQL plans a statement for all values.
    for (let i = 0; i < 8; i++) {
      const task = `/tasks/${(await send('POST', `${project}/tasks`, 201, { title: 'A task' })).id}`
      await send('GET', task, 200)
      await send('PATCH', `${task}/status`, 200, { status: 'TODO' })
      await send('PUT', task, 200, { title: 'Another title', priority: 'HIGH', dueDate: '2026-01-31' })
      await send('PATCH', `${task}/status`, 200, { status: 'IN_PROGRESS' })
      await send('PATCH', task, 200, { description: 'Changed', dueDate: null })
      await send('PATCH', task, 200, { description: 'Changed' })
      await send('PATCH', task, 200, { dueDate: '2026-02-28', priority: null })
      await send('GET', `${project}/tasks?status=IN_PROGRESS&sort=dueDate,desc&size=2`, 200)
      if (i % 2 === 0) await send('DELETE', task, 204)
      await send('GET', project, 200)
      await send('PUT', project, 200, { name: 'Another name' })
      await send('PATCH', project, 200, { description: 'Changed' })
      await send('POST', `${project}/archive`, 200)
      await send('PUT', project, 409, { name: 'Rejected' })
      await send('POST', `${project}/tasks`, 409, { title: 'Rejected' })
      await send('POST', `${project}/tasks/batch`, 409, [{ title: 'Rejected' }])
      await send('PATCH', project, 409, { name: 'Rejected' })
      await send('POST', `${project}/reactivate`, 200)
    }
    await expectTotal(send, `${project}/tasks`, 4)
    // As many executions as above.
    for (let i = 0; i < 8; i++) {
      const drafts = [{ title: 'First', dueDate: '2026-03-31' }, { title: 'Second' }]
      const created = (await send('POST', `${project}/tasks/batch`, 201, drafts)) as { title: string }[]
      if (created.map(({ title }) => title).join() !== 'First,Second')
        throw new Error(`The tasks of ${project} are created as ${JSON.stringify(created)}`)
    }
    await expectTotal(send, `${project}/tasks`, 20)
    await expectTotal(send, `${project}/tasks?q=first`, 8)
    await send('DELETE', project, 204)
    await send('GET', project, 404)
    await send('GET', `${project}/tasks`, 404)
  })

/** Executes the operations that need all shards, in a database with one other project that has one task. */
export const walkAll = (origin: string, earlierTask: string): Promise<string[]> =>
  walk(origin, async (send) => {
    const project = await createProject(send)
    for (const sort of ['name,asc', 'createdAt,desc', 'status,asc'])
      for (let page = 0; page < 3; page++)
        await send('GET', `/projects?status=ACTIVE&sort=${sort}&size=1&page=${page}`, 200)
    await expectTotal(send, '/projects', 2)
    await send('POST', `${project}/tasks/batch`, 201, [{ title: 'With hoist' }, { title: 'Without' }])
    await expectTotal(send, '/tasks', 3)
    await expectTotal(send, `/tasks?projectId=${project.replace('/projects/', '')}`, 2)
    await expectTotal(send, '/tasks?projectStatus=ACTIVE&status=TODO&q=hoist', 1)
    for (const sort of ['priority,desc', 'dueDate,asc', 'createdAt,desc', 'updatedAt,asc', 'id,desc'])
      await send('GET', `/tasks?projectStatus=ACTIVE&sort=${sort}&size=2`, 200)
    await send('GET', `/tasks/${earlierTask}`, 200)
    await send('PATCH', `/tasks/${earlierTask}`, 200, { description: 'Changed' })
    await send('PATCH', `/tasks/${earlierTask}/status`, 200, { status: 'DONE' })
    await send('DELETE', `/tasks/${earlierTask}`, 204)
    await send('GET', `/tasks/${earlierTask}`, 404)
    await send('GET', '/changes', 200)
    await send('DELETE', project, 204)
  })

/** Reads the change of a new project. */
export const walkChanges = (origin: string): Promise<string[]> =>
  walk(origin, async (send) => {
    const { cursor = '' } = await send('GET', '/changes', 200)
    const project = await createProject(send)
    for (let next = cursor, found = false; !found;) {
      const page = await send('GET', `/changes?wait=10&after=${next}`, 200)
      if (page.content?.length === 0) throw new Error(`${project} has no change`)
      found = JSON.stringify(page.content).includes(project.replace('/projects/', ''))
      next = page.cursor ?? ''
    }
  })

async function walk(origin: string, steps: (send: Send) => Promise<void>): Promise<string[]> {
  const errors: string[] = []
  await steps(async (method, path, expected, body) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== expected) errors.push(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? {} : (JSON.parse(text) as Answer)
  }).catch((error: unknown) => errors.push(String(error)))
  return errors
}

const createProject = async (send: Send): Promise<string> =>
  `/projects/${(await send('POST', '/projects', 201, { name: 'A project' })).id}`

/** Reads the first page, and one far behind the last: its total decides how it is read. */
async function expectTotal(send: Send, path: string, expected: number): Promise<void> {
  for (const page of [0, 2000]) {
    const separator = path.includes('?') ? '&' : '?'
    const { totalElements } = await send('GET', `${path}${separator}size=1&page=${page}`, 200)
    if (totalElements !== expected)
      throw new Error(`${path} has the total ${totalElements}; expected ${expected}`)
  }
}
