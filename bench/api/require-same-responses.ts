import { deepStrictEqual } from 'node:assert/strict'

import type { KnownIds } from './test-data.ts'
import { type Operation, OPERATIONS, requestsOf } from './requests.ts'
import type { Server } from './server.ts'

/** Members whose values differ for each write. */
const GENERATED = new Set(['id', 'createdAt', 'updatedAt'])

/** Throws if the response of a server to the same request differs from the others, except for generated members. */
export async function requireSameResponses(servers: readonly Server[], known: KnownIds): Promise<void> {
  const [ours, ...peers] = servers
  if (ours === undefined) return
  for (const operation of OPERATIONS) {
    const expected = await responseOf(ours, operation, known)
    for (const peer of peers) {
      deepStrictEqual(
        await responseOf(peer, operation, known),
        expected,
        `${peer.name} has another response: ${operation}`,
      )
    }
  }
}

async function responseOf({ origin }: Server, operation: Operation, known: KnownIds): Promise<unknown> {
  const { method = 'GET', path = '/', headers, body } = requestsOf(operation, known)()
  const response = await fetch(origin + path, {
    method,
    ...(headers !== undefined && { headers: headers as Record<string, string> }),
    ...(typeof body === 'string' && { body }),
  })
  const text = await response.text()
  const isWrite = method !== 'GET'
  const value: unknown = JSON.parse(text, (key, member: unknown) =>
    isWrite && GENERATED.has(key) ? undefined : member,
  )
  return { status: response.status, value }
}
