import type { TestResponse } from './client.ts'

/** What a client is told when the database cannot answer now. */
export const OUTAGE = { status: 503, retryAfter: '1', title: 'Service unavailable' }

export function outcomeOf({ status, headers, body }: TestResponse): unknown {
  const { title } = (body ?? {}) as { title?: string }
  return { status, retryAfter: headers.get('retry-after'), title }
}
