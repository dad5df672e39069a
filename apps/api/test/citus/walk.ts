/** Executes each operation once, and returns the unexpected responses. */
export async function walk(origin: string, earlierTask: string): Promise<string[]> {
  const errors: string[] = []
  const send = async (method: string, path: string, expected: number, body?: object) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== expected) errors.push(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? {} : (JSON.parse(text) as { id?: string; totalElements?: number })
  }
  const project = `/projects/${(await send('POST', '/projects', 201, { name: 'A project' })).id}`
  // More than the executions after which PostgreSQL plans a statement for all values.
  for (let i = 0; i < 8; i++) {
    const task = `/tasks/${(await send('POST', `${project}/tasks`, 201, { title: 'A task' })).id}`
    await send('GET', task, 200)
    await send('PUT', task, 200, { title: 'Another title', priority: 'HIGH', dueDate: '2026-01-31' })
    await send('PATCH', `${task}/status`, 200, { status: 'IN_PROGRESS' })
    await send('GET', `${project}/tasks?status=IN_PROGRESS&sort=dueDate,desc&size=2`, 200)
    if (i % 2 === 0) await send('DELETE', task, 204)
    await send('GET', task, i % 2 === 0 ? 404 : 200)
    await send('GET', project, 200)
    await send('PUT', project, 200, { name: 'Another name' })
    await send('POST', `${project}/archive`, 200)
    await send('PUT', project, 409, { name: 'Rejected' })
    await send('POST', `${project}/tasks`, 409, { title: 'Rejected' })
    await send('POST', `${project}/reactivate`, 200)
    await send('GET', `/projects?status=ACTIVE&sort=name,asc&size=1&page=${i}`, 200)
  }
  for (const [path, expected] of [
    [`${project}/tasks`, 4],
    ['/projects', 2],
  ] as const) {
    // Far behind the end: the total decides how the page is read.
    for (const page of [0, 2000]) {
      const { totalElements } = await send('GET', `${path}?size=1&page=${page}`, 200)
      if (totalElements !== expected)
        errors.push(`${path} has the total ${totalElements}; expected ${expected}`)
    }
  }
  await send('GET', '/changes', 200)
  await send('PATCH', `/tasks/${earlierTask}/status`, 200, { status: 'DONE' })
  await send('DELETE', `/tasks/${earlierTask}`, 204)
  await send('DELETE', project, 204)
  await send('GET', `${project}/tasks`, 404)
  return errors
}
