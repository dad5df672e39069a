/** What was driven, and how it was answered. */
export interface Distribution {
  /** A table of the operations by the statuses, and a line with the share of each status. */
  lines: string[]
  total: number
  /** How many answers were faults of the server. */
  faults: number
}

/** Of how often each operation was answered with each status, as `getTask 200`. */
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
  const faults = [...statuses].reduce((sum, [status, count]) => sum + (status.startsWith('5') ? count : 0), 0)
  return { lines: [...rows, `All answers: ${shares.join(', ')}`], total, faults }
}
