import type { TestClient } from '../../support/requests/client.ts'
import { makeProject } from '../../support/requests/make.ts'

import type { CitusCluster } from './cluster.ts'
import { secondsInDoubt } from './in-doubt.ts'
import { shareOfOtherTotals } from './snapshots.ts'

/** Prints what docs/scaling.md says of totals and of transactions in doubt. Returns what contradicts it. */
export async function measureDifferences(cluster: CitusCluster, server: TestClient): Promise<string[]> {
  const { id } = await makeProject(server)
  const projects = '/api/v1/projects'
  const ofProjects = await shareOfOtherTotals(server, {
    ...{ path: projects, entries: projects, entry: { name: 'brief' } },
  })
  const ofTasks = await shareOfOtherTotals(server, {
    ...{ path: `${projects}/${id}/tasks`, entries: '/api/v1/tasks', entry: { title: 'brief' } },
  })
  const seconds = await secondsInDoubt(cluster, server.origin, id)
  process.stdout.write(
    `Pages with another total than rows: ${(100 * ofProjects).toFixed(1)} % of projects, ${(100 * ofTasks).toFixed(1)} % of tasks. ` +
      `A transaction in doubt prevented writes for ${seconds.toFixed(1)} s.\n`,
  )
  return ofTasks > 0 ? ['A page of tasks and its total are not of one snapshot'] : []
}
