import { isObject, type Violation } from '@workbench/contracts'
import { tryParse } from '@workbench/contracts/internal'

import type { Members, Tool } from './tools/tool.ts'

/** Types of JSON that some clients send as its text. */
const SENT_AS_TEXT: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
}

/**
 * The arguments of a call, in which each JSON text of exactly one value of the expected type is that value:
 * `{"artifact":"{\"id\":\"F-1\"}"}`. All others stay as they are.
 */
export function parsedArguments(args: unknown, input: Members): unknown {
  if (!isObject(args)) return args
  const entries = Object.entries(args).map(([name, value]) => {
    const isExpected = SENT_AS_TEXT[String(Object.hasOwn(input, name) && input[name]?.['type'])]
    if (typeof value !== 'string' || !isExpected) return [name, value] as const
    const parsed: unknown = tryParse(value)
    return [name, isExpected(parsed) ? parsed : value] as const
  })
  return Object.fromEntries(entries)
}

/** Adds to the violations of arguments what to send instead. */
export const withHints = (
  violations: readonly Violation[],
  args: unknown,
  { input, required = [] }: Pick<Tool, 'input' | 'required'>,
): Violation[] =>
  violations.map((violation) => {
    const name = Object.keys(input).find((member) => violation.path === `/${member}`)
    if (name === undefined || !isObject(args)) return violation
    const hint = hintFor(violation.keyword, name, args[name], required.includes(name))
    return hint === undefined ? violation : { ...violation, message: `${violation.message}; ${hint}` }
  })

function hintFor(keyword: string, name: string, value: unknown, isRequired: boolean): string | undefined {
  if (!isRequired && (value === null || value === '')) return `omit ${name} if you have no value for it`
  if (keyword !== 'pattern' || typeof value !== 'string') return undefined
  const segment = segmentNameFrom(value)
  return segment === '' ? undefined : `send "${segment}"`
}

/** `Security Reviewer` as the name of an agent: `security-reviewer`. */
const segmentNameFrom = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._\s-]/g, '')
    .trim()
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 64)
    .replace(/[.-]+$/, '')
