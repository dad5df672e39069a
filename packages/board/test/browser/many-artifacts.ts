import { strict as assert } from 'node:assert'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { Browser, Page } from 'playwright-core'

import { open, timeUntil } from './page.ts'
import { example, serve, write, writeReport } from './project.ts'
import { median, print } from './report.ts'

const COUNT = 2_000
const UPDATES = 10

/** The first page has less than this, in bytes. */
const MAX_BYTES = 200_000

/** The first page, updates, the search and the report with 2,000 artifacts. */
export async function testManyArtifacts(browser: Browser, directory: string): Promise<void> {
  const root = join(directory, 'many')
  const risk = example('risk')
  for (let index = 0; index < COUNT - UPDATES; index++) {
    const artifact = index % 10 === 0 ? { ...risk, probability: 2 } : risk
    write(root, `.workbench/blackboard/w${index % 8}/agent-${index}.json`, artifact)
  }
  const server = await serve(root)
  const { page, errors, close } = await open(browser)
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    await page.goto(`${server.origin}/`)
    await page.locator('.card a').first().focus()
    times.push(Math.round(performance.now() - start))
  }
  assert.equal(await page.locator('.card').count(), 100)
  const bytes = await page.evaluate<number>('document.documentElement.outerHTML.length')
  assert.ok(bytes < MAX_BYTES, `the first page has ${bytes} bytes`)
  const updates: number[] = []
  for (let round = 0; round < UPDATES; round++) {
    await setTimeout(300)
    updates.push(
      await timeUntil(page, `.activity a[href*="new-${round}."]`, () =>
        write(root, `.workbench/blackboard/w1/new-${round}.json`, risk),
      ),
    )
  }
  const searches = await testSearch(page, server.origin)
  assert.deepEqual(errors, [])
  await close()
  await server.stop()
  print(
    `2,000 artifacts: the page has ${bytes} bytes, is interactive after ${median(times)} ms, shows an artifact ${median(updates)} ms after it was written`,
  )
  print(
    `a search is answered in ${median(searches)} ms (slowest of ${searches.length}: ${Math.max(...searches)} ms)`,
  )
  await testReport(browser, root)
}

/** The report has all artifacts in one file, and links that lead to them. */
async function testReport(browser: Browser, root: string): Promise<void> {
  const path = await writeReport(root)
  const { page, errors, close } = await open(browser)
  const start = performance.now()
  await page.goto(`file://${path}`)
  await page.locator('.card a').first().focus()
  const time = Math.round(performance.now() - start)
  assert.equal(await page.locator('.entry').count(), COUNT)
  await page
    .locator('.card a')
    .last()
    .evaluate((link: { click: () => void }) => link.click())
  assert.equal(
    await page.evaluate('document.querySelector(location.hash).getBoundingClientRect().top < innerHeight'),
    true,
  )
  assert.deepEqual(errors, [])
  await close()
  print(`2,000 artifacts: the report of ${statSync(path).size} bytes is interactive after ${time} ms`)
}

/** The milliseconds from each search until the page shows the number of artifacts that it selects. */
async function testSearch(page: Page, origin: string): Promise<number[]> {
  await page.goto(`${origin}/`)
  const times: number[] = []
  const counts = [
    ['-', COUNT],
    ['-1', 1_102],
    ['-199', 1],
    ['-17', 111],
  ] as const
  for (const [words, count] of counts) {
    const start = performance.now()
    await page.locator('[name=q]').fill(words)
    await page.keyboard.press('Enter')
    await page.getByText(`${count} of ${COUNT}`, { exact: true }).waitFor()
    times.push(Math.round(performance.now() - start))
  }
  assert.match(page.url(), /\?q=-17$/)
  assert.equal(await page.locator('.card').count(), 100)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('Page 2 of 2').waitFor()
  assert.equal(await page.locator('.card').count(), 11)

  await page.locator('.choices summary').click()
  await page.locator('[name=show]').selectOption('invalid')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText(`11 of ${COUNT}`, { exact: true }).waitFor()
  await page.reload()
  await page.getByText(`11 of ${COUNT}`, { exact: true }).waitFor()
  assert.equal(await page.locator('[name=q]').inputValue(), '-17')
  assert.equal(await page.locator('[name=show]').inputValue(), 'invalid')
  return times
}
