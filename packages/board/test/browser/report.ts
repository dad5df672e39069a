/** The median of times. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
