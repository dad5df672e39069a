import { strict as assert } from 'node:assert'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { Browser } from 'playwright-core'

import { open, timeUntil } from './page.ts'
import { example, serve, write } from './project.ts'
import { median, print } from './report.ts'

/** The reaction of open pages to files that change. */
export async function testUpdates(browser: Browser, directory: string): Promise<void> {
  const root = join(directory, 'live')
  write(root, '.git/HEAD', '')
  const server = await serve(root)
  const { page, errors, close } = await open(browser)
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
  await page.locator('.badge.is-invalid').waitFor()
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
