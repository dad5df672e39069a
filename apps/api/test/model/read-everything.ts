import type { Value } from './state.ts'

interface Page {
  content: Value[]
  totalElements: number
}

/** All projects and tasks of a server without running writes, and what contradicts itself in them. */
export async function readEverything(
  origin: string,
): Promise<{ found: Map<string, Value>; errors: string[] }> {
  const found = new Map<string, Value>()
  const errors: string[] = []
  for (const path of ['/api/v1/projects', '/api/v1/tasks']) {
    const items = await readList(origin, path)
    for (const item of items.content) {
      const id = String(item['id'])
      if (found.has(id)) errors.push(`${path} has ${id} twice`)
      found.set(id, item)
      const project = found.get(item['projectId'] ?? id)
      if (project === undefined) errors.push(`${id} has no project`)
      // An archived project is read-only, so that the time of its last change is the one at which it was archived.
      if (project?.['status'] === 'ARCHIVED' && String(item['updatedAt']) > String(project['updatedAt']))
        errors.push(`${id} was written in an archived project`)
    }
    if (items.content.length !== items.totalElements)
      errors.push(`${path} has the total ${items.totalElements}, and ${items.content.length} items`)
  }
  return { found, errors }
}

async function readList(origin: string, path: string): Promise<Page> {
  const content: Value[] = []
  let total = 0
  for (let next: string | undefined = `${path}?after=start&sort=id&size=1000`; next !== undefined;) {
    const response: Response = await fetch(new URL(next, origin))
    if (response.status !== 200) throw new Error(`${next}: ${response.status} ${await response.text()}`)
    const page = (await response.json()) as Page
    content.push(...page.content)
    total = page.totalElements
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return { content, totalElements: total }
}
