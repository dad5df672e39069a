import { strict as assert } from 'node:assert'
import { readFile } from 'node:fs/promises'

import type { Browser, Page } from 'playwright-core'

import { useDatabase } from '../../support/database/script-database.ts'
import type { Scenario } from '../../support/programs/scenario.ts'
import type { Page as ListPage, Task } from '../../support/requests/api.ts'
import type { TestClient } from '../../support/requests/client.ts'
import { makeProject } from '../../support/requests/make.ts'

import { servePage } from './serve-page.ts'

const PAGE = new URL('../../../examples/board/index.html', import.meta.url)

/** Uses the example of a board in a browser, while another client writes. */
export async function checkBoard(browser: Browser, scenario: Scenario): Promise<void> {
  const origin = `http://127.0.0.1:${await servePage(await readFile(PAGE, 'utf8'), scenario)}`
  const server = await scenario.start({
    ...{ DATABASE_URL: await useDatabase(scenario), CORS_ORIGINS: origin, CHANGES_TTL: '600' },
  })
  const { id, name } = await makeProject(server)
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const api = encodeURIComponent(`${server.origin}/api/v1`)
  await page.goto(`${origin}/?api=${api}&project=${id}`)
  await page.getByRole('heading', { name }).waitFor()
  await useBoard(page, server, `/api/v1/projects/${id}/tasks`)
  assert.deepEqual(errors, [])
}

async function useBoard(page: Page, { send }: TestClient, tasks: string): Promise<void> {
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
  const list = async () => (await send<ListPage<Task>>('GET', `${tasks}?sort=createdAt`)).body.content
  const [first, second] = await list()
  assert.deepEqual([first?.title, second?.status], ['Order two hoists', 'IN_PROGRESS'])

  // Another client changes, adds and deletes.
  const path = `/api/v1/tasks/${first?.id}`
  await send('PATCH', path, { body: { priority: 'HIGH' } })
  await send('POST', tasks, { body: { title: 'From elsewhere', priority: 'LOW' } })
  await page.locator('article.HIGH', { hasText: 'Order two hoists' }).waitFor()
  await card('From elsewhere').waitFor()

  await edit('Order two hoists', 'Mine')
  await send('PATCH', path, { body: { title: 'Theirs' } })
  await page.keyboard.press('Enter')
  await page.getByText('title is now "Theirs"').waitFor()
  await card('Theirs').waitFor()
  await page.getByRole('button', { name: 'Write mine' }).click()
  await card('Mine').waitFor()
  assert.equal((await list())[0]?.title, 'Mine')

  await page.getByLabel('Search').fill('100%')
  await card('Mine').waitFor({ state: 'detached' })
  assert.deepEqual(await page.locator('article').allInnerTexts(), ['Paint 100%'])
  await page.getByLabel('Search').fill('')
  await card('Mine').waitFor()
  await page.getByLabel('Priority').selectOption('MEDIUM,HIGH')
  await card('From elsewhere').waitFor({ state: 'detached' })
  assert.equal(await page.locator('article').count(), 3)
  await send('DELETE', `/api/v1/tasks/${second?.id}`)
  await card('Inspect rails').waitFor({ state: 'detached' })
}
