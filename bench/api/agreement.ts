import { deepStrictEqual } from 'node:assert/strict'

import type { Known } from './data.ts'
import { type Operation, OPERATIONS, requestsOf } from './requests.ts'
import type { Server } from './server.ts'

/** What is made anew by each write. */
const MADE = new Set(['id', 'createdAt', 'updatedAt'])

/** Throws unless every server answers the same to the same request, but for what a write makes. */
export async function requireAgreement(servers: readonly Server[], known: Known): Promise<void> {
  const [ours, ...peers] = servers
  if (ours === undefined) return
  for (const operation of OPERATIONS) {
    const expected = await answer(ours, operation, known)
    for (const peer of peers) {
      deepStrictEqual(
        await answer(peer, operation, known),
        expected,
        `${peer.name} answers otherwise: ${operation}`,
      )
    }
  }
}

async function answer({ origin }: Server, operation: Operation, known: Known): Promise<unknown> {
  const { method = 'GET', path = '/', headers, body } = requestsOf(operation, known)()
  const response = await fetch(origin + path, {
    method,
    ...(headers !== undefined && { headers: headers as Record<string, string> }),
    ...(typeof body === 'string' && { body }),
  })
  const text = await response.text()
  const isWrite = method !== 'GET'
  const value: unknown = JSON.parse(text, (key, member: unknown) =>
    isWrite && MADE.has(key) ? undefined : member,
  )
  return { status: response.status, value }
}
