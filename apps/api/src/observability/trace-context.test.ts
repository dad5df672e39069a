import { traceOf } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test('traceOf() starts a new trace if there is no traceparent', () => {
  const first = traceOf({})
  const second = traceOf({})
  expect(first).toEqual({
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    span_id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    trace_flags: '00',
  })
  expect(second.trace_id).not.toBe(first.trace_id)
  expect(second.span_id).not.toBe(first.span_id)
})

test('traceOf() creates unique ids', () => {
  const ids = Array.from({ length: 2000 }, () => traceOf({})).flatMap(({ trace_id, span_id }) => [
    trace_id,
    span_id,
  ])
  expect(new Set(ids).size).toBe(4000)
})

test.each([
  [`00-${TRACE}-${SPAN}-01`, '01'],
  [`00-${TRACE}-${SPAN}-00`, '00'],
  [`cc-${TRACE}-${SPAN}-01`, '01'],
  [`cc-${TRACE}-${SPAN}-01-later-fields`, '01'],
])('traceOf() continues the trace of %s', (traceparent, flags) => {
  const trace = traceOf({ traceparent })
  expect(trace).toMatchObject({ trace_id: TRACE, parent_span_id: SPAN, trace_flags: flags })
  expect(trace.span_id).not.toBe(SPAN)
})

test.each([
  '',
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}-01-`,
  `00-${TRACE}-${SPAN}-1`,
  `00-${TRACE}-${SPAN}`,
  `cc-${TRACE}-${SPAN}-01.more`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${SPAN}-0g`,
  ` 00-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
])('traceOf() ignores the invalid traceparent "%s"', (traceparent) => {
  const trace = traceOf({ traceparent })
  expect(trace.trace_id).not.toBe(TRACE)
  expect(trace).not.toHaveProperty('parent_span_id')
})
