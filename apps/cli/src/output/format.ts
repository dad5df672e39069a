const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const

/** The time since `then` in the largest unit that fits, rounded down: `3 h`, `12 min`, `5 s`. */
export function formatAge(then: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - then.getTime()) / 1000))
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? ['s', 1]
  return `${Math.floor(seconds / length)} ${unit}`
}

/** A size in decimal units: `812 B`, `3.4 kB`, `1.2 MB`. */
export function formatBytes(size: number): string {
  if (size < 1000) return `${size} B`
  return size < 1_000_000 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`
}
