import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'

import { load } from '../api/load.ts'
import { startPostgres } from '../api/postgres.ts'
import { requestsOf } from '../api/requests.ts'
import { startServer } from '../api/server.ts'
import { addProjects, selectIds } from '../api/test-data.ts'

/** Creates tasks on 64 connections for some seconds, and returns the directory with the profile of the server. */
export async function profileApi(
  directory: string,
  options: (profiles: string) => string[],
): Promise<string> {
  const profiles = mkdtempSync(join(directory, 'profile-'))
  const postgres = await startPostgres(undefined)
  try {
    const file = new URL('../../apps/api/src/main.ts', import.meta.url)
    const server = await startServer({ name: 'ours', file, nodeOptions: options(profiles) }, postgres.url)
    try {
      await addProjects(postgres.url, 100, 10)
      const next = requestsOf('create', await selectIds(postgres.url))
      await load([server], { connections: 64, seconds: 10, next })
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
  return profiles
}
