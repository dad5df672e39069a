import { strict as assert } from 'node:assert'

import { chromium, type Page } from 'playwright-core'

import { launchOptions } from '../../../../../tools/testing/chromium.js'

import { createApiKey } from '../../../src/auth/api-keys.ts'

import { useDatabase, useDatabaseServer } from '../../support/database/script-database.ts'
import { runScenario, type Scenario } from '../../support/programs/scenario.ts'

import { executeAsOpened } from './as-opened.ts'
import { checkBoard } from './board.ts'
import { checkOtherSites, FOREIGN_HOST } from './other-sites.ts'

const args = [...launchOptions.args, `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`]

// Tests Swagger UI and the example of a board in a browser.
await runScenario(async (scenario) => {
  const browser = await chromium.launch({ ...launchOptions, args })
  scenario.defer(() => browser.close())
  await useDatabaseServer(scenario)
  await checkWithKey(await browser.newPage(), scenario)
  process.stdout.write('Swagger UI shows 17 operations, accepts a key, creates a project and lists it\n')

  const server = await scenario.start({ DATABASE_URL: await useDatabase(scenario) })
  await executeAsOpened(await browser.newPage(), `${server.origin}/swagger-ui.html`)
  process.stdout.write('Swagger UI executes 17 operations as they are opened\n')
  await checkOtherSites(await browser.newPage(), server, scenario)
  process.stdout.write(
    'A page of another site cannot use the server under its own host name or write to it\n',
  )

  await checkBoard(browser, scenario)
  process.stdout.write('The board moves, edits, finds and follows tasks, and resolves a conflict\n')
})

/** Authorizes with a key, expands operations, sends requests, and reads the responses. */
async function checkWithKey(page: Page, scenario: Scenario): Promise<void> {
  const { key, entry } = createApiKey('browser', 'read+write')
  const server = await scenario.start({ DATABASE_URL: await useDatabase(scenario), API_KEYS: entry })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })

  await page.goto(`${server.origin}/swagger-ui.html`)
  await page.getByText('Project and Task REST API').first().waitFor()
  const operations = await page.locator('.opblock').count()
  assert.equal(operations, 17, `the UI shows ${operations} operations`)

  const unauthorized = await tryOut(page, 'getProject', async (block) => {
    await block.getByPlaceholder('id').fill('1')
  })
  assert.equal(unauthorized.status, '401')
  // The browser logs the 401.
  assert.equal(errors.splice(0).length, 1)

  await page.getByRole('button', { name: 'Authorize' }).click()
  const dialog = page.locator('.dialog-ux')
  await dialog.locator('input').fill(key)
  await dialog.getByRole('button', { name: 'Apply credentials' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()

  const created = await tryOut(page, 'createProject', async (block) => {
    await block.locator('textarea').fill('{"name":"From the browser"}')
  })
  assert.equal(created.status, '201')
  assert.match(created.body, /"name": "From the browser"/)

  const listed = await tryOut(page, 'listProjects')
  assert.equal(listed.status, '200')
  assert.match(listed.body, /"totalElements": 1/)
  assert.match(listed.body, /From the browser/)

  assert.deepEqual(errors, [])
}

type Block = ReturnType<Page['locator']>

/** Expands an operation, fills in its inputs, sends it, and returns the displayed response. */
async function tryOut(
  page: Page,
  operation: string,
  fill: (block: Block) => Promise<void> = () => Promise.resolve(),
): Promise<{ status: string; body: string }> {
  const block = page.locator(`.opblock[id$="${operation}"]`)
  await block.locator('.opblock-summary-control').click()
  await block.getByRole('button', { name: 'Try it out' }).click()
  await fill(block)
  await block.getByRole('button', { name: 'Execute' }).click()
  const answer = block.locator('.live-responses-table .response').first()
  await answer.waitFor()
  const status = (await answer.locator('.response-col_status').innerText()).trim()
  const body = await answer.locator('.highlight-code').first().innerText()
  return { status: status.split(/\s/)[0] ?? '', body }
}
