import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PREFIX = 'new-'
/** How often a process that is at work says so, and after how long without a word it is taken for dead. */
const SIGN_OF_LIFE_MS = 500
const SILENCE_MS = 4_000
const PAUSE_MS = 100

/** A directory to make something in, of this process alone. */
export interface StagingDirectory {
  path: string
  remove: () => Promise<void>
}

/**
 * Makes a workplace, and waits until no other process is at work that has come before. That saves the others the
 * work; nothing else depends on it. Removes the workplaces of those that died.
 */
export async function createStagingDirectory(directory: string): Promise<StagingDirectory> {
  // Names sort by the time of coming.
  const path = await mkdtemp(join(directory, `${PREFIX}${Date.now()}-`))
  const signs = setInterval(() => void sign(path), SIGN_OF_LIFE_MS)
  const remove = async (): Promise<void> => {
    clearInterval(signs)
    await discard(path)
  }
  try {
    while (await isAnyBefore(directory, path)) await sleep(PAUSE_MS)
    return { path, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Removes what was left by processes that died at work. */
export async function removeLeftovers(directory: string): Promise<void> {
  for (const path of await workplaces(directory)) {
    if (!(await isAlive(path))) await discard(path)
  }
}

async function isAnyBefore(directory: string, own: string): Promise<boolean> {
  for (const path of await workplaces(directory)) {
    if (path < own && (await isAlive(path))) return true
  }
  return false
}

async function workplaces(directory: string): Promise<string[]> {
  const names = await readdir(directory)
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => join(directory, name))
}

async function sign(path: string): Promise<void> {
  const now = new Date()
  // It may have been removed meanwhile.
  await utimes(path, now, now).catch(() => undefined)
}

async function isAlive(path: string): Promise<boolean> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs < SILENCE_MS,
    () => false,
  )
}

/** What cannot be removed now, because something is still written there, is a leftover for the next start. */
async function discard(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}
