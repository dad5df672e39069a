import { compileSchema, isObject, type Violation } from '@workbench/contracts'
import { tryParse } from '@workbench/contracts/internal'
import { segmentNameFrom } from '@workbench/workspace'

import type { Members, Tool } from './tools/tool.ts'

/** Types of JSON that some clients send as its text, and what to say if the text is no such value. */
const SENT_AS_TEXT: Readonly<Record<string, readonly [(value: unknown) => boolean, hint: string]>> = {
  object: [isObject, 'send the object itself, not its text'],
  array: [Array.isArray, 'send an array'],
  boolean: [(value) => typeof value === 'boolean', 'send true or false without quotes'],
  integer: [Number.isInteger, 'send the number without quotes'],
}

const ANYTHING = compileSchema({ $id: 'any' })

/**
 * The arguments of a call, in which each JSON text of exactly one value of the expected type is that value:
 * `{"artifact":"{\"id\":\"F-1\"}"}`. All others stay as they are, also a text in which a member has two values.
 */
export function parsedArguments(args: unknown, input: Members): unknown {
  if (!isObject(args)) return args
  const entries = Object.entries(args).map(([name, value]) => {
    const [isExpected] = typeof value === 'string' ? (sentAsText(input, name) ?? []) : []
    if (typeof value !== 'string' || !isExpected) return [name, value] as const
    const parsed: unknown = tryParse(value)
    const isExact = isExpected(parsed) && ANYTHING.validateText(Buffer.from(value)).valid
    return [name, isExact ? parsed : value] as const
  })
  return Object.fromEntries(entries)
}

const sentAsText = (input: Members, name: string) =>
  Object.hasOwn(input, name) ? SENT_AS_TEXT[String(input[name]?.['type'])] : undefined

/** What models send for an argument that they do not need. */
const PLACEHOLDERS: ReadonlySet<unknown> = new Set([null, '', 'null', 'undefined', 'none'])

/**
 * The violations of the arguments, with what to send instead, and those of optional arguments that are empty or the text
 * `null`.
 */
export function argumentViolations(
  violations: readonly Violation[],
  args: unknown,
  { input, required = [] }: Pick<Tool, 'input' | 'required'>,
): Violation[] {
  if (!isObject(args)) return [...violations]
  const names = Object.keys(input)
  const isPlaceholder = (name: string) => !required.includes(name) && PLACEHOLDERS.has(args[name])
  const hinted = violations.map((violation) => {
    const name = names.find((member) => violation.path === `/${member}`)
    if (name === undefined) return violation
    const hint = isPlaceholder(name) ? omission(input, name) : hintFor(violation, args[name], input, name)
    return hint === undefined ? violation : { ...violation, message: `${violation.message}; ${hint}` }
  })
  const isEmpty = (name: string) =>
    args[name] === '' || (args[name] === 'null' && [input[name]?.['type']].flat().includes('null'))
  const others = names
    .filter((name) => isPlaceholder(name) && isEmpty(name))
    .filter((name) => !violations.some(({ path }) => path === `/${name}`))
    .map((name) => ({
      path: `/${name}`,
      keyword: 'type',
      message: `Expected a value; received "${String(args[name])}"; ${omission(input, name)}`,
      expected: 'a value',
      received: String(args[name]),
    }))
  return [...hinted, ...others]
}

const omission = (input: Members, name: string): string =>
  [input[name]?.['type']].flat().includes('null')
    ? `omit ${name}, or send null without quotes, if you have no value for it`
    : `omit ${name} if you have no value for it`

function hintFor({ keyword }: Violation, value: unknown, input: Members, name: string): string | undefined {
  if (typeof value !== 'string') return undefined
  if (keyword === 'type') return sentAsText(input, name)?.[1]
  const segment = keyword === 'pattern' ? segmentNameFrom(value) : ''
  return segment === '' ? undefined : `send "${segment}"`
}
