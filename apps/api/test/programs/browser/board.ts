import { strict as assert } from 'node:assert'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Browser, Page } from 'playwright-core'

import { end, makeDirectory, startServer } from '../../support/programs/process.ts'

const PAGE = new URL('../../../examples/board/index.html', import.meta.url)

/** Uses the example of a board in a browser, while another client writes. */
export async function checkBoard(browser: Browser): Promise<void> {
  const html = await readFile(PAGE)
  const files = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html)
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
  const directory = await makeDirectory()
  const server = await startServer(directory.path, { CORS_ORIGINS: origin, CHANGES_TTL: '600' })
  try {
    const api = `${server.origin}/api/v1`
    const project = await write('POST', `${api}/projects`, { name: 'Harbour crane' })
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(`${origin}/?api=${encodeURIComponent(api)}&project=${String(project['id'])}`)
    await page.getByRole('heading', { name: 'Harbour crane' }).waitFor()
    await useBoard(page, api, String(project['id']))
    assert.deepEqual(errors, [])
  } finally {
    files.closeAllConnections()
    files.close()
    await end(server)
    await directory.remove()
  }
}

async function useBoard(page: Page, api: string, projectId: string): Promise<void> {
  const card = (title: string, column = 'main') => page.locator(`${column} article`, { hasText: title })

  await page.getByLabel('New tasks').fill('Order the hoist; Inspect rails; Paint 100%')
  await page.getByRole('button', { name: 'Add' }).click()
  await card('Paint 100%', '#TODO').waitFor()
  assert.deepEqual(await page.locator('#TODO article').allInnerTexts(), [
    'Order the hoist',
    'Inspect rails',
    'Paint 100%',
  ])

  await card('Inspect rails').dragTo(page.locator('#IN_PROGRESS'))
  await card('Inspect rails', '#IN_PROGRESS').waitFor()
  await card('Paint 100%').dragTo(page.locator('#DONE'))
  await card('Paint 100%', '#DONE').waitFor()
  await card('Paint 100%').dragTo(page.locator('#TODO'))
  await page.getByText('A task cannot move from DONE to TODO').waitFor()
  await card('Paint 100%', '#DONE').waitFor()

  const edit = async (title: string, to: string): Promise<void> => {
    await card(title).locator('span').click()
    await page.locator('article input').fill(to)
  }
  await edit('Order the hoist', 'Order two hoists')
  await page.keyboard.press('Enter')
  await card('Order two hoists').waitFor()
  const list = async () =>
    (await read(`${api}/projects/${projectId}/tasks?sort=createdAt`)) as { content: Task[] }
  const [first, second] = (await list()).content
  assert.deepEqual([first?.title, second?.status], ['Order two hoists', 'IN_PROGRESS'])

  // Another client changes, adds and deletes.
  await write('PATCH', `${api}/tasks/${first?.id ?? ''}`, { priority: 'HIGH' })
  await write('POST', `${api}/projects/${projectId}/tasks`, { title: 'From elsewhere', priority: 'LOW' })
  await page.locator('article.HIGH', { hasText: 'Order two hoists' }).waitFor()
  await card('From elsewhere').waitFor()

  await edit('Order two hoists', 'Mine')
  await write('PATCH', `${api}/tasks/${first?.id ?? ''}`, { title: 'Theirs' })
  await page.keyboard.press('Enter')
  await page.getByText('title is now "Theirs"').waitFor()
  await card('Theirs').waitFor()
  await page.getByRole('button', { name: 'Write mine' }).click()
  await card('Mine').waitFor()
  assert.equal((await list()).content[0]?.title, 'Mine')

  await page.getByLabel('Search').fill('100%')
  await card('Mine').waitFor({ state: 'detached' })
  assert.deepEqual(await page.locator('article').allInnerTexts(), ['Paint 100%'])
  await page.getByLabel('Search').fill('')
  await card('Mine').waitFor()
  await page.getByLabel('Priority').selectOption('MEDIUM,HIGH')
  await card('From elsewhere').waitFor({ state: 'detached' })
  assert.equal(await page.locator('article').count(), 3)
  await fetch(`${api}/tasks/${second?.id ?? ''}`, { method: 'DELETE' })
  await card('Inspect rails').waitFor({ state: 'detached' })
}

interface Task {
  id: string
  title: string
  status: string
}

const read = async (url: string): Promise<unknown> => (await fetch(url)).json()

async function write(method: string, url: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  assert.ok(response.ok, await response.clone().text())
  return (await response.json()) as Record<string, unknown>
}
