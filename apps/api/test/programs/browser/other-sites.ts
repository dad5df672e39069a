import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Page } from 'playwright-core'

import type { Project } from '../../support/requests/api.ts'
import type { TestClient } from '../../support/requests/client.ts'
import { makeProject } from '../../support/requests/make.ts'

/** The browser resolves it to the loopback address. */
export const FOREIGN_HOST = 'evil.example'

/** Checks that pages of another site can neither use the server under their own name, nor write to it. */
export async function checkOtherSites(page: Page, server: TestClient): Promise<void> {
  const { port } = new URL(server.origin)
  const rebound = await page.goto(`http://${FOREIGN_HOST}:${port}/api/v1/projects`)
  assert.equal(rebound?.status(), 421)

  const path = `/api/v1/projects/${(await makeProject(server)).id}`
  const site = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end('<p>'),
  )
  await once(site.listen(0, '127.0.0.1'), 'listening')
  try {
    await page.goto(`http://${FOREIGN_HOST}:${(site.address() as AddressInfo).port}/`)
    // The promise is rejected: the response may not be read by other sites.
    await page.evaluate(
      (url) =>
        fetch(url, { method: 'POST', mode: 'no-cors' }).then(
          () => undefined,
          () => undefined,
        ),
      `${server.origin}${path}/archive`,
    )
    const { body } = await server.send<Project>('GET', path)
    assert.equal(body.status, 'ACTIVE')
  } finally {
    site.closeAllConnections()
    site.close()
  }
}
