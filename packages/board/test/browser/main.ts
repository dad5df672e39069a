import { strict as assert } from 'node:assert'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'

import { launchOptions } from '../../../../tools/testing/chromium.js'

import { accessibilityProblems, open, timeUntil } from './page.ts'
import { example, repository, serve, servers, write, writeFacts } from './project.ts'

/*
 * Tests the pages that the built command serves in a browser: no console errors, no violations of accessibility rules
 * (axe), no sideways scrolling, in several sizes and color schemes; updates while files change; 2,000 artifacts. Prints
 * the times that it measured. With --write, it makes the screenshots in docs/pictures/board/.
 */

const pictures = join(repository, 'docs/pictures/board')
const withScreenshots = process.argv.includes('--write')

const VIEWPORTS: readonly BrowserContextOptions[] = [
  { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { viewport: { width: 3840, height: 2160 }, colorScheme: 'light' },
]

// First: without a browser, no server and no directory are left behind.
const browser = await chromium.launch(launchOptions)
const directory = mkdtempSync(join(tmpdir(), 'workbench-board-'))
try {
  await testViews(browser)
  await testUpdates(browser)
  await testManyArtifacts(browser)
} finally {
  for (const server of servers) server.kill()
  await browser.close()
  rmSync(directory, { recursive: true })
}

/** All pages of the examples of the documentation, and of a memory. */
async function testViews(browser: Browser): Promise<void> {
  const examples = await serve(repository, 'docs/examples')
  const facts = join(directory, 'memory')
  writeFacts(facts)
  const memory = await serve(facts)
  const artifact = (path: string) => `${examples.origin}/artifact?path=docs/examples/${path}.json`
  const contracts = [
    'adr',
    'compliance-check',
    'estimate',
    'fact',
    'finding',
    'handoff',
    'plan',
    'requirement',
  ]
  const others = ['review', 'risk', 'tracker-item']
  const pages = new Map([
    ['blackboard', `${examples.origin}/`],
    ['invalid', `${examples.origin}/?show=invalid`],
    ['memory', `${memory.origin}/memory`],
    ['memory-by-tag', `${memory.origin}/memory?tag=settlement`],
    ...[...contracts, ...others].map((name) => [name, artifact(`valid/${name}.v1`)] as const),
    ['broken-review', artifact('broken/review.v1.broken-findings')],
    ['broken-plan', artifact('broken/plan.v1.task-with-status')],
    ['broken-text', artifact('broken/review.v1.truncated')],
  ])
  for (const options of VIEWPORTS) {
    const { page, errors, close } = await open(browser, options)
    const width = options.viewport?.width ?? 0
    for (const [name, url] of pages) {
      await page.goto(url)
      await page.locator('h1').waitFor()
      assert.deepEqual(await accessibilityProblems(page), [], `${name} at ${width} pixels`)
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      assert.ok(overflow <= 0, `${name} is ${overflow} pixels wider than a window of ${width}`)
      if (withScreenshots && width === 1280) {
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({ path: join(pictures, `${name}.png`) })
      }
    }
    assert.deepEqual(errors, [])
    await close()
  }
  await examples.stop()
  await memory.stop()
  print(`${pages.size} pages in ${VIEWPORTS.length} sizes: no accessibility problems, no errors, no overflow`)
}

/** The reaction of open pages to files that change. */
async function testUpdates(browser: Browser): Promise<void> {
  const root = join(directory, 'live')
  write(root, '.git/HEAD', '')
  const server = await serve(root)
  const { page, errors, close } = await open(browser, VIEWPORTS[0])
  await page.goto(`${server.origin}/`)
  await page.getByText('No agent has written an artifact yet').waitFor()
  await setTimeout(500)
  const times: number[] = []
  for (let index = 0; index < 20; index++) {
    const agent = `agent-${index}`
    const isValid = index % 2 === 0
    times.push(
      await timeUntil(page, `.card.${isValid ? 'valid' : 'invalid'} a[href*="${agent}."]`, () =>
        write(
          root,
          `.workbench/blackboard/w1/${agent}.json`,
          isValid ? example('risk') : '{"schema":"risk.v1"}',
        ),
      ),
    )
  }
  print(
    `an artifact is shown ${median(times)} ms after it was written (slowest of ${times.length}: ${Math.max(...times)} ms)`,
  )

  // The keyboard focus stays at a card while others change, and when the card itself changes.
  await page.locator('.card a[href*="agent-3."]').focus()
  for (const agent of ['agent-5', 'agent-3'])
    await timeUntil(page, `.card.valid a[href*="${agent}."]`, () =>
      write(root, `.workbench/blackboard/w1/${agent}.json`, example('risk')),
    )
  assert.match(await page.evaluate<string>('document.activeElement.href'), /agent-3\./)

  await page.goto(`${server.origin}/artifact?path=.workbench/blackboard/w1/agent-7.json`)
  await page.getByText('not valid').waitFor()
  await setTimeout(500)
  write(root, '.workbench/blackboard/w1/agent-7.json', example('risk'))
  await page.locator('.badge.is-valid').waitFor()
  await page.locator('.verdict').waitFor({ state: 'detached' })

  // A text of an artifact cannot add an element, and the policy blocks scripts besides.
  const title = '<img src=x onerror="document.title=\'forged\'"><script>document.title="forged"</script>'
  write(root, '.workbench/blackboard/w1/agent-7.json', { ...example('risk'), title })
  await page.getByText('<img src=x').first().waitFor()
  assert.equal(await page.locator('main img, main script').count(), 0)
  assert.doesNotMatch(await page.title(), /forged/)
  assert.deepEqual(errors, [])

  await page.goto(`${server.origin}/memory`)
  await page.getByText('0 current facts').waitFor()
  await setTimeout(500)
  symlinkSync(directory, join(root, '.workbench/memory'))
  await page.getByText('The page cannot be shown: .workbench/memory is a link').waitFor()

  await server.stop()
  await page.getByText('The server does not answer').waitFor()
  await close()
  print(
    'an open page follows its file, keeps the focus, and shows errors of the server and that it has ended',
  )
}

/** The first page and an update with 2,000 artifacts. */
async function testManyArtifacts(browser: Browser): Promise<void> {
  const root = join(directory, 'many')
  const risk = example('risk')
  for (let index = 0; index < 2_000; index++) {
    const artifact = index % 10 === 0 ? { ...risk, probability: 2 } : risk
    write(root, `.workbench/blackboard/w${index % 8}/agent-${index}.json`, artifact)
  }
  const server = await serve(root)
  const { page, errors, close } = await open(browser, VIEWPORTS[0])
  await page.goto(`${server.origin}/`)
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    await page.goto(`${server.origin}/`)
    await page.locator('.card a').first().focus()
    times.push(Math.round(performance.now() - start))
  }
  assert.equal(await page.locator('.card').count(), 2_000)
  const updates: number[] = []
  for (let round = 0; round < 10; round++) {
    await setTimeout(300)
    updates.push(
      await timeUntil(page, `.card a[href*="new-${round}."]`, () =>
        write(root, `.workbench/blackboard/w1/new-${round}.json`, risk),
      ),
    )
  }
  assert.deepEqual(errors, [])
  await close()
  await server.stop()
  print(
    `2,000 artifacts: the page is interactive after ${median(times)} ms, shows an artifact ${median(updates)} ms after it was written`,
  )
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
