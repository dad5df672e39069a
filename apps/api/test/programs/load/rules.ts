import type { Model } from './random-client.ts'

interface Item {
  id: string
  status: string
  updatedAt: string
  createdAt: string
}

/** Reads all remaining projects and tasks and returns the violations of domain rules. */
export async function findBrokenRules(origin: string, model: Model): Promise<string[]> {
  const broken: string[] = []
  const seen = new Set<string>()
  const archived: string[] = []
  for await (const project of all(origin, '/projects')) {
    if (project.status === 'ARCHIVED') archived.push(project.id)
    for await (const task of all(origin, `/projects/${project.id}/tasks`)) {
      if (seen.has(task.id)) broken.push(`Task ${task.id} is in two projects`)
      seen.add(task.id)
      if (model.done.has(task.id) && task.status !== 'DONE') broken.push(`Task ${task.id} left DONE`)
      if (task.updatedAt < task.createdAt) broken.push(`Task ${task.id} changed before it was created`)
      // The time of the last change of an archived project is the one at which it was archived.
      if (project.status === 'ARCHIVED' && task.updatedAt > project.updatedAt)
        broken.push(`Task ${task.id} was written in an archived project`)
    }
  }
  broken.push(...(await findWritable(origin, archived)))
  for (const id of model.tasks) {
    const response = await fetch(`${origin}/api/v1/tasks/${id}`)
    if (response.ok !== seen.has(id)) broken.push(`Task ${id} is in no list, or without a project`)
  }
  return broken
}

/** The archived projects in which a task can be created. */
async function findWritable(origin: string, archived: string[]): Promise<string[]> {
  const broken: string[] = []
  for (const id of archived) {
    const response = await fetch(`${origin}/api/v1/projects/${id}/tasks`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"title":"Rejected"}',
    })
    if (response.status !== 409) broken.push(`Project ${id} is archived and takes a task`)
  }
  return broken
}

async function* all(origin: string, path: string): AsyncGenerator<Item> {
  for (let page = 0, last = false; !last; page++) {
    const response = await fetch(`${origin}/api/v1${path}?size=1000&sort=id&page=${page}`)
    const body = (await response.json()) as { content: Item[]; last: boolean }
    yield* body.content
    last = body.last
  }
}
