import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The milliseconds from an action until an element is in the page, to the next frame. */
export async function timeUntil(page: Page, selector: string, action: () => void): Promise<number> {
  const found = page.waitForSelector(selector, { state: 'attached' })
  // The observer is in the page when this call returns.
  await page.evaluate('1')
  const start = performance.now()
  action()
  await found
  return Math.round(performance.now() - start)
}

const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }

export async function open(browser: Browser, options: BrowserContextOptions = DESKTOP) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { page, errors, close: () => context.close() }
}

/** The rules of WCAG 2.2 A and AA, and best practices. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    'axe.run()',
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`,
  )
}
