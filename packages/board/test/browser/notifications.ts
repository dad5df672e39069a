import { strict as assert } from 'node:assert'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { Browser } from 'playwright-core'

import { open } from './page.ts'
import { example, replace, serve, write } from './project.ts'
import { print } from './report.ts'

/** Replaces the notifications of the browser, which a window without a desktop does not show. */
const RECORDER = `
  window.sent = []
  window.Notification = class {
    static permission = 'default'
    static async requestPermission() { return (this.permission = 'granted') }
    constructor(title, { body }) { window.sent.push([title, body]) }
  }`

/** A notification is sent for a new problem, if the person has switched it on. */
export async function testNotifications(browser: Browser, directory: string): Promise<void> {
  const root = join(directory, 'notified')
  write(root, '.git/HEAD', '')
  write(root, '.workbench/blackboard/w1/analyst.json', example('risk'))
  const server = await serve(root)
  const { page, errors, close } = await open(browser)
  await page.addInitScript(RECORDER)
  await page.goto(`${server.origin}/`)
  await setTimeout(1_000)
  const block = async (agent: string, verdict: string) => {
    replace(root, `w1/${agent}`, { ...example('review'), verdict, findings: [] })
    await page.locator('.card', { hasText: agent }).filter({ hasText: verdict }).waitFor()
  }
  const sent = () => page.evaluate<[title: string, body: string][]>('window.sent')
  await block('before', 'block')
  assert.deepEqual(await sent(), [])
  await page.locator('#keys summary').click()
  await page.locator('#notify').check()
  await block('harmless', 'pass')
  assert.deepEqual(await sent(), [])
  await block('reviewer', 'block')
  const [[title, body] = ['', '']] = await sent()
  assert.equal(title, '2 blocked - Blackboard - notified')
  assert.match(body, /(?:New|Changed): reviewer in w1: review\.v1, block, valid\./)
  assert.deepEqual(errors, [])
  await close()
  await server.stop()
  print('a notification is sent for a new problem, after the person has switched it on')
}
