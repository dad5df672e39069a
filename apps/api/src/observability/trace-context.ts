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
}

/** Later versions may append fields. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const ZEROS = /^0+$/

/** Reads the W3C trace context of a request. Starts a new trace if the header is absent or invalid. */
export function traceOf(headers: IncomingHttpHeaders): TraceContext {
  const traceparent = headers['traceparent']
  const parent = typeof traceparent === 'string' ? parseParent(traceparent) : undefined
  if (parent === undefined) return { trace_id: newTraceId(), span_id: newSpanId(), trace_flags: '00' }
  return {
    trace_id: parent.traceId,
    span_id: newSpanId(),
    trace_flags: parent.flags,
    parent_span_id: parent.spanId,
  }
}

function parseParent(text: string): { traceId: string; spanId: string; flags: string } | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(text) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined
  return { traceId, spanId, flags }
}

/** A UUID has 122 random bits. `randomUUID` draws random bytes for many UUIDs at once, `randomBytes` for each call. */
const newTraceId = (): string => randomUUID().replaceAll('-', '')

const newSpanId = (): string => newTraceId().slice(16)
