import { isDeepStrictEqual } from 'node:util'

import { applyPatch, type PatchOperation } from '../json/patch.ts'
import { childPointer, lastSegment, parentPointer, relocated, valueAt } from '../json/pointer.ts'
import { isMembers, typeOf } from '../json/values.ts'
import { type AnswerViolation, isTextViolation } from './answer.ts'
import { fillTemplate, hasListedType, placeholder } from './content.ts'

/** Returns the content that the author means at a pointer; undefined if there is none. */
export type Content = (pointer: string) => unknown

/**
 * Applies an answer to a copy of a value once, without the contract: first the violations of present values, then renamed,
 * moved and removed members, then missing ones. Each time from the last violation to the first, so that removed items do
 * not change the pointers of the others.
 */
export function fixValue(value: unknown, violations: readonly AnswerViolation[], content: Content): unknown {
  const lastFirst = violations.filter((violation) => !isTextViolation(violation)).reverse()
  const moving = lastFirst.filter(isMoving)
  const present = lastFirst.filter(
    (violation) => !isMoving(violation) && valueAt(value, violation.path) !== undefined,
  )
  const missing = lastFirst.filter((violation) => !moving.includes(violation) && !present.includes(violation))
  let fixed = structuredClone(value)
  const applied: (readonly PatchOperation[])[] = []
  for (const violation of [...present, ...moving, ...missing]) {
    const operations = violation.fix ?? operationsFor(fixed, moved(violation, applied), content)
    // Several violations may have the same fix, for example the missing and the misplaced member.
    if (applied.some((other) => isDeepStrictEqual(other, operations))) continue
    const after = attempt(fixed, operations)
    if (after === undefined) continue
    fixed = after
    applied.push(operations)
  }
  return fixed
}

/** Returns undefined for operations that cannot be applied, for example because others removed the value. */
function attempt(value: unknown, operations: readonly PatchOperation[]): unknown {
  try {
    return applyPatch(value, operations)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The violation with the pointer at which its value is after the operations have moved it. */
function moved(violation: AnswerViolation, applied: readonly (readonly PatchOperation[])[]): AnswerViolation {
  const path = applied
    .flat()
    .reduce(
      (pointer, { op, from, path: to }) =>
        op === 'move' && from !== undefined ? relocated(pointer, from, to) : pointer,
      violation.path,
    )
  return path === violation.path ? violation : { ...violation, path }
}

/** Whether the violation is fixed by moving or deleting a value. */
const isMoving = ({ keyword, expected, fix }: AnswerViolation): boolean =>
  fix
    ? fix.some(({ op }) => op === 'move' || op === 'remove')
    : keyword === 'additionalProperties' || expected === false

function operationsFor(root: unknown, violation: AnswerViolation, content: Content): PatchOperation[] {
  const { path, keyword, expected } = violation
  const value = valueAt(root, path)
  const container = valueAt(root, parentPointer(path))
  if (keyword === 'additionalProperties' || expected === false) {
    return isMembers(container) && value !== undefined ? [fixUnexpected(violation, container)] : []
  }
  const isMissing = keyword === 'required'
  if (isMissing ? value !== undefined || !isMembers(container) : value === undefined) return []
  const replacement = replacementFor(violation, value, content)
  return replacement === undefined ? [] : [{ op: isMissing ? 'add' : 'replace', path, value: replacement }]
}

/** Renames an unexpected member to a similar known name, and deletes it otherwise. */
function fixUnexpected(
  { path, expected, suggestion }: AnswerViolation,
  container: Readonly<Record<string, unknown>>,
): PatchOperation {
  const known = Array.isArray(expected) ? (expected as unknown[]) : []
  const name =
    suggestion ?? known.find((candidate) => normalized(candidate) === normalized(lastSegment(path)))
  if (typeof name !== 'string' || Object.hasOwn(container, name)) return { op: 'remove', path }
  return { op: 'move', from: path, path: childPointer(parentPointer(path), name) }
}

const normalized = (name: unknown): string =>
  String(name)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')

/** The value of the answer, or the author's content in the shape that it describes; undefined if there is none. */
function replacementFor(violation: AnswerViolation, value: unknown, content: Content): unknown {
  const { path, keyword, expected, suggestion, template } = violation
  if (suggestion !== undefined) return suggestion
  switch (keyword) {
    case 'maxLength':
      return Array.from(String(value)).slice(0, Number(expected)).join('')
    case 'minimum':
    case 'maximum':
      return expected
    case 'const':
      return expected ?? template
    case 'enum':
      return fromList(Array.isArray(expected) ? expected : [], value, content(path)) ?? template
    case 'type':
      return ofType([expected].flat(), violation, value, content)
    default:
      return fromTemplate(violation, content) ?? (keyword === 'required' ? placeholder([]) : undefined)
  }
}

const fromTemplate = ({ path, template }: AnswerViolation, content: Content): unknown =>
  template === undefined ? undefined : fillTemplate(template, content(path))

/** The listed value that the author means, or that is written in another case, or the first one. */
const fromList = (list: readonly unknown[], value: unknown, meant: unknown): unknown =>
  list.find((allowed) => isDeepStrictEqual(allowed, meant)) ??
  list.find((allowed) => normalized(allowed) === normalized(value)) ??
  list[0]

function ofType(
  types: readonly unknown[],
  violation: AnswerViolation,
  value: unknown,
  content: Content,
): unknown {
  const inner = types.includes('object') ? objectIn(value) : undefined
  if (inner !== undefined) return inner
  if (violation.template !== undefined) return fromTemplate(violation, content)
  const meant = content(violation.path)
  if (hasListedType(meant, types)) return meant
  // The answer does not describe the members of an object and the items of a list.
  return types.length === 0 ? undefined : placeholder(types)
}

/** The only object in a list, or the object that a string encodes. */
function objectIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 && isMembers(value[0]) ? value[0] : undefined
  if (typeOf(value) !== 'string') return undefined
  try {
    const decoded = JSON.parse(value as string) as unknown
    return isMembers(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}
