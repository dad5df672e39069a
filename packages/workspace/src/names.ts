import type { Violation } from '@workbench/contracts'

/** What a wave or an agent may be called, as a regular expression: one path segment on every system. */
export const NAME_PATTERN = '^[a-z0-9][a-z0-9._-]{0,63}$'

const name = new RegExp(NAME_PATTERN, 'u')

/** Names that Windows keeps for devices, with or without an ending. */
const device = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/

export const isName = (text: string): boolean =>
  name.test(text) && !text.includes('..') && !text.endsWith('.') && !device.test(text)

/** What is wrong with names, by the member that holds each. */
export const nameViolations = (names: Readonly<Record<string, string>>): Violation[] =>
  Object.entries(names)
    .filter(([, text]) => !isName(text))
    .map(([member, text]) => ({
      path: `/${member}`,
      keyword: 'pattern',
      message: `Expected a name that matches ${NAME_PATTERN}, without "..", a dot at the end or the name of a Windows device; received ${JSON.stringify(text.slice(0, 60))}`,
      expected: NAME_PATTERN,
      received: text.slice(0, 60),
    }))
