/** Whether a text is a day of the calendar as `2026-01-31`. */
export function isIsoDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  )
}

/**
 * Whether the last day of a fact is over; undefined if `expires` is not a day, so that it cannot be compared.
 * @param today as `2026-01-31`
 */
export function isExpired(
  { expires }: { readonly expires?: string | null | undefined },
  today: string,
): boolean | undefined {
  if (typeof expires !== 'string') return false
  return isIsoDate(expires) ? expires < today : undefined
}
