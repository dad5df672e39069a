import { strict as assert } from 'node:assert'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { Browser, Page } from 'playwright-core'

import { open, timeUntil } from './page.ts'
import { example, serve, write } from './project.ts'
import { median, print } from './report.ts'

/** As many as the page has at once. */
const COUNT = 2_000
const UPDATES = 10

/** The first page, updates and the search with 2,000 artifacts, and the search with more. */
export async function testManyArtifacts(browser: Browser, directory: string): Promise<void> {
  const root = join(directory, 'many')
  const risk = example('risk')
  for (let index = 0; index < COUNT - UPDATES; index++) {
    const artifact = index % 10 === 0 ? { ...risk, probability: 2 } : risk
    write(root, `.workbench/blackboard/w${index % 8}/agent-${index}.json`, artifact)
  }
  const server = await serve(root)
  const { page, errors, close } = await open(browser)
  await page.goto(`${server.origin}/`)
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    await page.goto(`${server.origin}/`)
    await page.locator('.card a').first().focus()
    times.push(Math.round(performance.now() - start))
  }
  assert.equal(await page.locator('.card').count(), COUNT - UPDATES)
  const updates: number[] = []
  for (let round = 0; round < UPDATES; round++) {
    await setTimeout(300)
    updates.push(
      await timeUntil(page, `.card a[href*="new-${round}."]`, () =>
        write(root, `.workbench/blackboard/w1/new-${round}.json`, risk),
      ),
    )
  }
  const keys = await testKeys(page, server.origin)
  // With more artifacts than one page has, the server selects them.
  write(root, '.workbench/blackboard/w9/one-more.json', risk)
  await page.goto(`${server.origin}/`)
  await page.locator('[data-partial]').waitFor({ state: 'attached' })
  await page.locator('[name=q]').fill('one-more')
  await page.getByText('1 shown', { exact: true }).waitFor()
  assert.equal(await page.locator('.card').count(), 1)
  assert.deepEqual(errors, [])
  await close()
  await server.stop()
  print(
    `2,000 artifacts: the page is interactive after ${median(times)} ms, shows an artifact ${median(updates)} ms after it was written`,
  )
  print(
    `a key in the search is answered in ${median(keys)} ms (slowest of ${keys.length}: ${Math.max(...keys)} ms)`,
  )
}

/** The milliseconds from each key in the search to the next frame. */
async function testKeys(page: Page, origin: string): Promise<number[]> {
  await page.goto(`${origin}/`)
  await setTimeout(500)
  await page.keyboard.press('/')
  assert.equal(await page.evaluate('document.activeElement.name'), 'q')
  const times: number[] = []
  for (const key of ['a', 'g', 'e', 'n', 't', '-', '1', '9', '9', 'Backspace', 'Backspace', '7']) {
    // Dispatched in the page, so that the time of the connection to the browser does not count.
    times.push(
      await page.evaluate<number>(`new Promise((resolve) => {
        const input = document.activeElement
        const start = performance.now()
        input.value = ${key === 'Backspace' ? 'input.value.slice(0, -1)' : `input.value + '${key}'`}
        input.dispatchEvent(new Event('input', { bubbles: true }))
        requestAnimationFrame(() => setTimeout(() => resolve(Math.round(performance.now() - start))))
      })`),
    )
  }
  const shown = () => page.locator('.card:not([hidden])').count()
  assert.match(page.url(), /q=agent-17/)
  assert.equal(await shown(), 111)
  assert.equal(await page.locator('#count').textContent(), '111 of 2000 shown')

  await page.keyboard.press('Escape')
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  const visit = async (key: string) => {
    await page.keyboard.press(key)
    return focused()
  }
  const first = await visit('j')
  const second = await visit('j')
  assert.match(first, /^agent-17/)
  assert.notEqual(first, second)
  assert.equal(await visit('k'), first)
  await page.keyboard.press('?')
  await page.getByText('previous artifact').waitFor()

  await page.locator('.choices summary').click()
  await page.locator('[name=show]').selectOption('invalid')
  assert.equal(await shown(), 11)
  await page.reload()
  await page.getByText('11 of 2000 shown').waitFor()
  assert.equal(await page.locator('[name=q]').inputValue(), 'agent-17')
  return times
}
