import type { Violation } from '@workbench/contracts'

/** What a wave or an agent may be called, as a regular expression: one path segment on every system. */
export const SEGMENT_NAME_PATTERN = '^[a-z0-9][a-z0-9._-]{0,63}$'

const segmentName = new RegExp(SEGMENT_NAME_PATTERN, 'u')

/** Names that Windows keeps for devices, with or without an ending. */
const windowsDevice = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/

export const isSegmentName = (text: string): boolean =>
  segmentName.test(text) && !text.includes('..') && !text.endsWith('.') && !windowsDevice.test(text)

/** What is wrong with names, by the member that holds each. */
export const segmentNameViolations = (names: Readonly<Record<string, string>>): Violation[] =>
  Object.entries(names)
    .filter(([, text]) => !isSegmentName(text))
    .map(([member, text]) => ({
      path: `/${member}`,
      keyword: 'pattern',
      message: `Expected a name that matches ${SEGMENT_NAME_PATTERN}, without "..", a dot at the end or the name of a Windows device; received ${JSON.stringify(text.slice(0, 60))}`,
      expected: SEGMENT_NAME_PATTERN,
      received: text.slice(0, 60),
    }))
