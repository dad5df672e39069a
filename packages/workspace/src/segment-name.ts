import { escapeText, type Violation } from '@workbench/contracts'

export const MAX_NAME_LENGTH = 64

/** Regular expression for the name of a wave or an agent, which becomes one segment of a path. */
export const SEGMENT_NAME_PATTERN = '^[a-z0-9][a-z0-9._-]{0,63}$'

const segmentName = new RegExp(SEGMENT_NAME_PATTERN)

/** Names that Windows reserves for devices, with or without an extension. */
const windowsDevice = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/

/** Whether a name is a single path segment on every operating system. */
export const isSegmentName = (text: string): boolean =>
  segmentName.test(text) && !text.includes('..') && !text.endsWith('.') && !windowsDevice.test(text)

/** The nearest segment name, as `security-reviewer` for `Security Reviewer`; empty if the text has no letter or digit of ASCII. */
export function segmentNameFrom(text: string): string {
  const name = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/[._-]+$/, '')
  return name === '' || isSegmentName(name) ? name : `x-${name}`.slice(0, MAX_NAME_LENGTH)
}

/** A violation for each member whose value is not a valid segment name. */
export const segmentNameViolations = (names: Readonly<Record<string, string>>): Violation[] =>
  Object.entries(names)
    .filter(([, text]) => !isSegmentName(text))
    .map(([member, text]) => ({
      path: `/${member}`,
      keyword: 'pattern',
      message: `Expected a name that matches ${SEGMENT_NAME_PATTERN}, without "..", a dot at the end or the name of a Windows device; received "${escapeText(text.slice(0, 60))}"${proposal(segmentNameFrom(text))}`,
      expected: SEGMENT_NAME_PATTERN,
      received: text.slice(0, 60),
    }))

const proposal = (name: string): string => (name === '' ? '' : `; send "${name}"`)
