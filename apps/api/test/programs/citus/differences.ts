import type { CitusCluster } from './cluster.ts'
import { secondsInDoubt } from './in-doubt.ts'
import { shareOfOtherTotals } from './snapshots.ts'

/** Prints what docs/scaling.md says of totals and of transactions in doubt. Returns what contradicts it. */
export async function measureDifferences(cluster: CitusCluster, origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/api/v1/projects`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"A project"}',
  })
  const { id } = (await response.json()) as { id: string }
  const projects = { path: '/projects', entries: '/projects', entry: { name: 'brief' } }
  const tasks = { path: `/projects/${id}/tasks`, entries: '/tasks', entry: { title: 'brief' } }
  const [ofProjects, ofTasks] = [
    await shareOfOtherTotals(origin, projects),
    await shareOfOtherTotals(origin, tasks),
  ]
  const seconds = await secondsInDoubt(cluster, origin, id)
  process.stdout.write(
    `Pages with another total than rows: ${(100 * ofProjects).toFixed(1)} % of projects, ${(100 * ofTasks).toFixed(1)} % of tasks. ` +
      `A transaction in doubt prevented writes for ${seconds.toFixed(1)} s.\n`,
  )
  return ofTasks > 0 ? ['A page of tasks and its total are not of one snapshot'] : []
}
