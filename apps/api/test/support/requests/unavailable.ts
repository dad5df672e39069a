import type { TestResponse } from './client.ts'

/** The response while the database is unavailable. */
export const UNAVAILABLE = { status: 503, retryAfter: '1', title: 'Service unavailable' }

export function summaryOf({ status, headers, body }: TestResponse): unknown {
  const { title } = (body ?? {}) as { title?: string }
  return { status, retryAfter: headers.get('retry-after'), title }
}
