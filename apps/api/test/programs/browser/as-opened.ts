import { strict as assert } from 'node:assert'

import type { Page } from 'playwright-core'

interface Sent {
  status: number
  body: { id?: string } | undefined
}

/** The operations in an order in which each succeeds, and the statuses of its first and second execution. */
const OPERATIONS: [operation: string, statuses: [number, number]][] = [
  ['createProject', [201, 201]],
  ['listProjects', [200, 200]],
  ['getProject', [200, 200]],
  ['updateProject', [200, 200]],
  ['patchProject', [200, 200]],
  ['createTask', [201, 201]],
  ['createTasks', [201, 201]],
  ['listAllTasks', [200, 200]],
  ['listTasks', [200, 200]],
  ['getTask', [200, 200]],
  ['updateTask', [200, 200]],
  ['patchTask', [200, 200]],
  ['updateTaskStatus', [200, 200]],
  ['archiveProject', [200, 200]],
  ['reactivateProject', [200, 200]],
  ['deleteTask', [204, 404]],
  ['deleteProject', [204, 404]],
]

/**
 * Executes every operation of Swagger UI with the inputs that the page shows when it is opened: first also with the ids of
 * the examples, which do not exist, then twice with those of resources that the page has created.
 */
export async function executeAsOpened(page: Page, ui: string): Promise<void> {
  await page.goto(ui)
  for (const [operation, statuses] of OPERATIONS) {
    const hasId = !['createProject', 'listProjects', 'listAllTasks'].includes(operation)
    const sent = await execute(page, operation, undefined, 1)
    assert.deepEqual([operation, ...sent.map(({ status }) => status)], [operation, hasId ? 404 : statuses[0]])
  }

  await page.goto('about:blank')
  await page.goto(ui)
  const ids = { project: '', task: '' }
  for (const [operation, statuses] of OPERATIONS) {
    const isOfTask = /Task(Status)?$/.test(operation) && operation !== 'createTask'
    const sent = await execute(page, operation, isOfTask ? ids.task : ids.project, 2)
    assert.deepEqual([operation, ...sent.map(({ status }) => status)], [operation, ...statuses])
    const [first, second] = sent.map(({ body }) => body?.id)
    if (['createProject', 'createTask'].includes(operation)) assert.notEqual(first, second)
    if (operation === 'createProject') ids.project = first ?? ''
    if (operation === 'createTask') ids.task = first ?? ''
  }
}

async function execute(
  page: Page,
  operation: string,
  id: string | undefined,
  times: number,
): Promise<Sent[]> {
  const block = page.locator(`.opblock[id$="-${operation}"]`)
  const summary = block.locator('.opblock-summary-control')
  await summary.click()
  await block.getByRole('button', { name: 'Try it out' }).click()
  const input = block.locator('tr[data-param-in="path"] input')
  if (id !== undefined && (await input.count()) > 0) await input.fill(id)
  const sent: Sent[] = []
  for (let time = 0; time < times; time++) {
    const receiving = page.waitForResponse((each) => each.url().includes('/api/v1/'))
    receiving.catch(() => undefined)
    await block.getByRole('button', { name: 'Execute' }).click()
    const response = await receiving
    const status = response.status()
    sent.push({ status, body: status === 204 ? undefined : ((await response.json()) as Sent['body']) })
  }
  // Swagger UI renders all expanded operations with each change.
  await summary.click()
  return sent
}
