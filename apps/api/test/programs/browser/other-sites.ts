import { strict as assert } from 'node:assert'

import type { Page } from 'playwright-core'

import type { Scenario } from '../../support/programs/scenario.ts'
import type { Project } from '../../support/requests/api.ts'
import type { TestClient } from '../../support/requests/client.ts'
import { makeProject } from '../../support/requests/make.ts'

import { servePage } from './serve-page.ts'

/** The browser resolves it to the loopback address. */
export const FOREIGN_HOST = 'evil.example'

/** Checks that pages of another site can neither use the server under their own name, nor write to it. */
export async function checkOtherSites(page: Page, server: TestClient, scenario: Scenario): Promise<void> {
  const { port } = new URL(server.origin)
  const rebound = await page.goto(`http://${FOREIGN_HOST}:${port}/api/v1/projects`)
  assert.equal(rebound?.status(), 421)

  const path = `/api/v1/projects/${(await makeProject(server)).id}`
  await page.goto(`http://${FOREIGN_HOST}:${await servePage('<p>', scenario)}/`)
  // The promise is rejected: the response may not be read by other sites.
  await page.evaluate(
    (url) => fetch(url, { method: 'POST', mode: 'no-cors' }).catch(() => undefined),
    `${server.origin}${path}/archive`,
  )
  const { body } = await server.send<Project>('GET', path)
  assert.equal(body.status, 'ACTIVE')
}
