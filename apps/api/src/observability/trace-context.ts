import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The trace context of a request. The member names are those that log analysis tools expect. */
export interface TraceContext {
  trace_id: string
  /** The span of this request. */
  span_id: string
  trace_flags: string
  /** The span of the client; undefined if the trace starts here. */
  parent_span_id?: string
  /** The tracestate header, unchanged. */
  tracestate?: string
}

/** Later versions may append fields. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const ZEROS = /^0+$/

const MAX_STATE_MEMBERS = 32
const STATE_KEY = /^(?:[a-z][a-z0-9_\-*/]{0,255}|[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13})$/
const STATE_VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/

/** Reads the W3C trace context of a request. Starts a new trace if the headers are absent or invalid. */
export function traceOf(headers: IncomingHttpHeaders): TraceContext {
  const traceparent = headers['traceparent']
  const parent = typeof traceparent === 'string' ? parseParent(traceparent) : undefined
  if (parent === undefined) return { trace_id: newTraceId(), span_id: newSpanId(), trace_flags: '00' }
  const tracestate = headers['tracestate']
  return {
    trace_id: parent.traceId,
    span_id: newSpanId(),
    trace_flags: parent.flags,
    parent_span_id: parent.spanId,
    ...(typeof tracestate === 'string' && isTraceState(tracestate) && { tracestate }),
  }
}

function parseParent(text: string): { traceId: string; spanId: string; flags: string } | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(text) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined
  return { traceId, spanId, flags }
}

function isTraceState(text: string): boolean {
  const members = text
    .split(',')
    .map((member) => member.replaceAll(/^[ \t]+|[ \t]+$/g, ''))
    .filter((member) => member !== '')
  const keys = new Set<string>()
  for (const member of members) {
    const end = member.indexOf('=')
    const key = member.slice(0, Math.max(end, 0))
    if (!STATE_KEY.test(key) || !STATE_VALUE.test(member.slice(end + 1)) || keys.has(key)) return false
    keys.add(key)
  }
  return members.length > 0 && members.length <= MAX_STATE_MEMBERS
}

/** A UUID has 122 random bits. `randomUUID` draws random bytes for many UUIDs at once, `randomBytes` for each call. */
const newTraceId = (): string => randomUUID().replaceAll('-', '')

const newSpanId = (): string => newTraceId().slice(16)
