import { strict as assert } from 'node:assert'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { setTimeout } from 'node:timers/promises'

import type { Browser, Page } from 'playwright-core'

import { open } from './page.ts'
import { example, replace, serve, write } from './project.ts'
import { print } from './report.ts'

const WAVES: Readonly<Record<string, readonly string[]>> = {
  w1: ['architect', 'analyst'],
  w2: ['builder', 'reviewer', 'tester'],
  w3: ['operator'],
  w4: ['writer', 'reviewer'],
}

type Status = 'complete' | 'partial' | 'blocked'

/** A write of an agent or of the coordinator, or a deletion. */
interface Step {
  readonly wave: string
  readonly agent: string
  readonly schema?: string
  readonly members?: object
  readonly isDeletion?: true
}

const handoff = (wave: string, status: Status): Step => ({
  wave,
  agent: 'coordinator',
  schema: 'handoff',
  members: { wave, status, artifacts: [{ path: 'README.md', schema: 'text' }] },
})
const review = (wave: string, verdict: string): Step => ({
  wave,
  agent: 'reviewer',
  schema: 'review',
  members: { verdict, findings: [] },
})

const STEPS: readonly Step[] = [
  { wave: 'w1', agent: 'architect', schema: 'adr' },
  { wave: 'w1', agent: 'analyst', schema: 'risk', members: { probability: 2 } },
  { wave: 'w1', agent: 'analyst', schema: 'risk' },
  handoff('w1', 'complete'),
  review('w2', 'block'),
  { wave: 'w2', agent: 'builder', schema: 'estimate' },
  { wave: 'w2', agent: 'tester', schema: 'requirement', members: { priority: 7 } },
  handoff('w2', 'blocked'),
  review('w2', 'pass'),
  { wave: 'w2', agent: 'tester', schema: 'requirement' },
  handoff('w2', 'partial'),
  handoff('w2', 'complete'),
  { wave: 'w3', agent: 'operator', schema: 'risk' },
  { wave: 'w3', agent: 'operator', isDeletion: true },
  { wave: 'w3', agent: 'operator', schema: 'risk', members: { title: '<img src=x onerror=alert(1)>' } },
  review('w4', 'block'),
  handoff('w3', 'complete'),
  { wave: 'w4', agent: 'writer', schema: 'adr' },
  review('w4', 'pass'),
  handoff('w4', 'complete'),
]

/** What the page must say, from what the script has written. */
function expectedAfter(steps: readonly Step[]) {
  const last = new Map<string, Step>()
  for (const step of steps)
    if (step.isDeletion) last.delete(`${step.wave}/${step.agent}`)
    else last.set(`${step.wave}/${step.agent}`, step)
  const memberOf = (step: Step | undefined, name: string) =>
    (step?.members as Readonly<Record<string, unknown>> | undefined)?.[name]
  const isValid = (step: Step | undefined) =>
    memberOf(step, 'probability') !== 2 && memberOf(step, 'priority') !== 7
  const isBlock = (step: Step) =>
    memberOf(step, 'verdict') === 'block' ||
    (step.schema === 'handoff' && memberOf(step, 'status') === 'blocked')
  const waves = Object.entries(WAVES).map(([wave, agents], index) => {
    const find = (agent: string) => last.get(`${wave}/${agent}`)
    const written = agents.flatMap((agent) => find(agent) ?? [])
    const valid = written.filter(isValid)
    const deliveries = {
      delivered: valid.filter((step) => !isBlock(step)).map(({ agent }) => agent),
      invalid: written.filter((step) => !isValid(step)).map(({ agent }) => agent),
      blocked: valid.filter(isBlock).map(({ agent }) => agent),
      missing: agents.filter((agent) => !find(agent)),
    }
    const counts = Object.entries(deliveries)
      .map(([name, { length }]) => `${length} ${name}`)
      .join(', ')
    const status = memberOf(find('coordinator'), 'status') as Status | undefined
    return {
      status,
      isBegun: [...last.values()].some((step) => step.wave === wave),
      text: {
        wave,
        lead: `Wave ${index + 1} of 4 (${wave}), ${agents.length} agent${agents.length === 1 ? '' : 's'}: ${counts}`,
        ...deliveries,
        end: status === undefined ? undefined : `${status}, as coordinator says`,
      },
    }
  })
  const running = waves.filter(({ status, isBegun }) => isBegun && status !== 'complete').reverse()
  const next = waves.filter(({ status }) => status !== 'complete').slice(0, 1)
  const problems = [...last].filter(([, step]) => !isValid(step) || isBlock(step)).map(([name]) => name)
  const invalid = [...last.values()].filter((step) => !isValid(step)).length
  const blocks = [...last.values()].filter(isBlock).length
  const counts = [invalid > 0 && `${invalid} invalid`, blocks > 0 && `${blocks} blocked`]
  return {
    current: (running.length > 0 ? running : next).map(({ text, isBegun }) => ({
      ...text,
      end: text.end ?? (isBegun ? 'no handoff yet' : 'not begun'),
    })),
    attention: problems.sort(),
    title: [...counts, 'Blackboard', 'run']
      .filter(Boolean)
      .join(' - ')
      .replace(/ invalid - (?=\d)/, ' invalid, '),
    changed: describe(steps),
  }
}

/** The last step, and whether the artifact was there before. */
function describe(steps: readonly Step[]): string {
  const step = steps.at(-1)
  if (!step) return 'New: planner in plans'
  const { wave, agent, isDeletion } = step
  const before = steps.slice(0, -1).filter((other) => other.wave === wave && other.agent === agent)
  const isThere = before.length > 0 && !before.at(-1)?.isDeletion
  return `${isDeletion ? 'Deleted' : isThere ? 'Changed' : 'New'}: ${agent} in ${wave}`
}

/** What the page says. */
const read = (page: Page) =>
  page.evaluate<ReturnType<typeof expectedAfter>>(`({
    current: [...document.querySelectorAll('.current')].map((wave) => {
      const names = (delivery) =>
        (wave.querySelector('.is-' + delivery)?.textContent.split(':')[1] ?? '')
          .split(',').map((name) => name.trim()).filter(Boolean)
      return {
        wave: wave.dataset.wave,
        lead: wave.querySelector('.lead').textContent.trim(),
        delivered: names('delivered'),
        invalid: names('invalid'),
        blocked: names('blocked'),
        missing: names('missing'),
        end: wave.querySelector('.lead + p').textContent.trim(),
      }
    }),
    attention: [...document.querySelectorAll('.attention li')].map((item) => {
      const [, agent, wave] = /^\\s*(\\S+) in (\\S+):/.exec(item.textContent)
      return wave + '/' + agent
    }).sort(),
    title: document.title,
    changed: document.querySelector('#status').textContent.split(':').slice(0, 2).join(':'),
  })`)

/** A run of four waves: after each step, the page says who has not delivered, what blocks, and what changed. */
export async function testRun(browser: Browser, directory: string): Promise<void> {
  const root = join(directory, 'run')
  write(root, '.git/HEAD', '')
  write(root, 'README.md', '')
  const server = await serve(root)
  const { page, errors, close } = await open(browser)
  await page.goto(`${server.origin}/`)
  await page.getByText('No agent has written an artifact yet').waitFor()
  await setTimeout(500)
  const waves = Object.entries(WAVES).map(([id, agents]) => ({
    id,
    tasks: agents.map((agent) => ({ id: `${id}-${agent}`, description: agent, agent })),
    gate: {},
  }))
  replace(root, 'plans/planner', { ...example('plan'), waves })
  await expectPage(page, [])
  for (const [index, step] of STEPS.entries()) {
    const path = `${step.wave}/${step.agent}`
    if (step.isDeletion) rmSync(join(root, '.workbench/blackboard', `${path}.json`))
    else replace(root, path, { ...example(step.schema ?? ''), producedBy: step.agent, ...step.members })
    await expectPage(page, STEPS.slice(0, index + 1))
  }
  await page.getByText('All 4 waves are complete').waitFor()
  assert.equal(await page.locator('main img').count(), 0)
  assert.deepEqual(errors, [])
  await close()
  await server.stop()
  print(`a run of four waves: after each of ${STEPS.length} steps, the page says what the script has written`)
}

/** The page shows a change some time after the write. */
async function expectPage(page: Page, steps: readonly Step[]): Promise<void> {
  const expected = expectedAfter(steps)
  for (let attempt = 0; attempt < 100; attempt++) {
    if (isDeepStrictEqual(await read(page), expected)) return
    await setTimeout(100)
  }
  assert.deepEqual(await read(page), expected, describe(steps))
}
