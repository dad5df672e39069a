import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from 'playwright-core'

import { launchOptions } from '../../../../tools/testing/chromium.js'

import { testManyArtifacts } from './many-artifacts.ts'
import { servers } from './project.ts'
import { testRun } from './run.ts'
import { testUpdates } from './updates.ts'
import { testViews } from './views.ts'

/*
 * Tests the pages that the built command serves in a browser: no console errors, no violations of accessibility rules
 * (axe), no sideways scrolling, in several sizes and color schemes; a run of four waves, step by step; updates while
 * files change; 2,000 artifacts. Prints the times that it measured. With --write, it makes the pictures of the
 * documentation; with --screenshots and a folder, those of all pages in all sizes.
 */

// First: without a browser, no server and no directory are left behind.
const browser = await chromium.launch(launchOptions)
const directory = mkdtempSync(join(tmpdir(), 'workbench-board-'))
try {
  await testRun(browser, directory)
  await testViews(browser, directory)
  await testUpdates(browser, directory)
  await testManyArtifacts(browser, directory)
} finally {
  for (const server of servers) server.kill()
  await browser.close()
  rmSync(directory, { recursive: true })
}
