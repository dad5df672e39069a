/** The statistics of a run. */
interface Distribution {
  /** A table of operations and statuses, and a line with the share of each status. */
  lines: string[]
  total: number
  /** The number of responses with a 5xx status other than 501, which an unknown method gets. */
  serverErrors: number
}

/** Computes the statistics from the number of responses by operation and status, such as `getTask 200`. */
export function distributionOf(answers: ReadonlyMap<string, number>): Distribution {
  const statuses = new Map<string, number>()
  const operations = new Map<string, [status: string, count: number][]>()
  let total = 0
  for (const [answer, count] of answers) {
    const end = answer.lastIndexOf(' ')
    const [operation, status] = [answer.slice(0, end), answer.slice(end + 1)]
    operations.set(operation, [...(operations.get(operation) ?? []), [status, count]])
    statuses.set(status, (statuses.get(status) ?? 0) + count)
    total += count
  }
  const width = Math.max(...[...operations.keys()].map((name) => name.length))
  const rows = [...operations].sort().map(([operation, counts]) => {
    const listed = counts.sort().map(([status, count]) => `${status} × ${count}`)
    return `${operation.padEnd(width)}  ${listed.join(', ')}`
  })
  const shares = [...statuses]
    .sort(([, a], [, b]) => b - a)
    .map(([status, count]) => `${status} ${((100 * count) / total).toFixed(1)} %`)
  const serverErrors = [...statuses].reduce(
    (sum, [status, count]) => sum + (status.startsWith('5') && status !== '501' ? count : 0),
    0,
  )
  return { lines: [...rows, `All responses: ${shares.join(', ')}`], total, serverErrors }
}
