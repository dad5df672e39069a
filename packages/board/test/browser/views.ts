import { strict as assert } from 'node:assert'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'

import { accessibilityProblems, open } from './page.ts'
import { example, repository, serve, write, writeFacts } from './project.ts'
import { print } from './report.ts'

const pictures = join(repository, 'docs/pictures/board')
const documentation = readFileSync(join(repository, 'docs/board.md'), 'utf8')
const withPictures = process.argv.includes('--write')
const folder = process.argv.includes('--screenshots') ? process.argv.at(-1) : undefined

const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 3840, height: 2160 },
]

interface View {
  readonly url: string
  /** What a person does before the page looks like this. */
  readonly act?: (page: Page) => Promise<void>
}

/** All pages of the examples of the documentation, of a run, and of a memory. */
export async function testViews(browser: Browser, directory: string): Promise<void> {
  const examples = await serve(repository, 'docs/examples')
  const root = join(directory, 'settlement')
  writeRun(root)
  const run = await serve(root, '--editor', 'vscode')
  const artifact = (path: string) => ({ url: `${examples.origin}/artifact?path=docs/examples/${path}.json` })
  const contracts = [
    ...['adr', 'compliance-check', 'estimate', 'fact', 'finding', 'handoff', 'requirement'],
    ...['review', 'risk', 'tracker-item'],
  ]
  const views = new Map<string, View>([
    ['blackboard', { url: `${run.origin}/` }],
    ['progress', { url: `${run.origin}/`, act: (page) => page.locator('.progress summary').click() }],
    [
      'filters',
      { url: `${run.origin}/?q=settlement`, act: (page) => page.locator('.choices summary').click() },
    ],
    ['by-severity', { url: `${run.origin}/?severity=critical` }],
    ['invalid', { url: `${examples.origin}/?show=invalid` }],
    ['memory', { url: `${run.origin}/memory` }],
    ['memory-search', { url: `${run.origin}/memory?q=settlement` }],
    ['plan', { url: `${run.origin}/artifact?path=.workbench/blackboard/plans/planner.json` }],
    ['not-found', { url: `${run.origin}/artifact?path=no.json` }],
    ...contracts.map((name) => [name, artifact(`valid/${name}.v1`)] as const),
    ['broken-review', artifact('broken/review.v1.broken-findings')],
    ['broken-plan', artifact('broken/plan.v1.task-with-status')],
    ['broken-text', artifact('broken/review.v1.truncated')],
  ])
  for (const viewport of SIZES)
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, errors, close } = await open(browser, { viewport, colorScheme })
      for (const [name, { url, act }] of views) {
        await page.goto(url)
        await page.locator('h1').waitFor()
        await act?.(page)
        await check(page, `${name}-${viewport.width}-${colorScheme}`)
        const isInDocumentation = documentation.includes(`/${name}.png`)
        if (withPictures && isInDocumentation && viewport.width === 1440 && colorScheme === 'light')
          await takePicture(page, pictures, name)
      }
      // The browser reports the answer 404.
      assert.deepEqual(
        errors.filter((error) => !error.includes('404')),
        [],
      )
      await close()
    }
  await examples.stop()
  await run.stop()
  print(
    `${views.size} pages in ${SIZES.length} sizes, light and dark: no accessibility problems, no errors, no overflow`,
  )
}

async function check(page: Page, name: string): Promise<void> {
  assert.deepEqual(await accessibilityProblems(page), [], name)
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  assert.ok(overflow <= 0, `${name} is ${overflow} pixels wider than its window`)
  if (folder !== undefined) await takePicture(page, folder, name)
}

async function takePicture(page: Page, to: string, name: string): Promise<void> {
  mkdirSync(to, { recursive: true })
  await page.screenshot({ path: join(to, `${name}.png`) })
}

/** A project in the second of four waves, with a memory. */
function writeRun(root: string): void {
  const files = {
    'plans/planner': example('plan'),
    'w1/backend-engineer': example('adr'),
    'w1/api-designer': example('requirement'),
    'w1/database-engineer': example('estimate'),
    'w1/coordinator': { ...example('handoff'), wave: 'w1', status: 'complete', openQuestions: [] },
    'w2/backend-engineer': example('finding'),
    'w2/reviewer': example('review'),
    'w2/risk-analyst': { ...example('risk'), probability: 2 },
  }
  write(root, '.git/HEAD', '')
  for (const [path, value] of Object.entries(files)) write(root, `.workbench/blackboard/${path}.json`, value)
  writeFacts(root)
}
