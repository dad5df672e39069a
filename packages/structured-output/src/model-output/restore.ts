import { fixText, compileSchema, isObject, type Violation } from '@workbench/contracts/no-files'
import { token } from '@workbench/json-text'

import { type ObjectShape, type Shape, WRAPPER } from '../shape/shape.ts'

/** The value that the output of a model stands for, and the JSON texts in it that cannot be parsed. */
export interface Restored {
  readonly value: unknown
  readonly violations: readonly Violation[]
}

/**
 * Returns the value that the output of a model stands for: nulls in place of absent members are left out, JSON texts
 * become their values. Everything else stays as it is, also what the shape does not describe.
 */
export function restore(shape: Shape, output: unknown): Restored {
  const violations: Violation[] = []
  return { value: restoreAt(shape, output, '', violations), violations }
}

function restoreAt(shape: Shape, output: unknown, path: string, violations: Violation[]): unknown {
  switch (shape.kind) {
    case 'scalar':
      return output
    case 'list':
      return Array.isArray(output)
        ? output.map((item: unknown, index) => restoreAt(shape.items, item, `${path}/${index}`, violations))
        : output
    case 'object':
      return isObject(output) ? restoreMembers(shape, output, path, violations) : output
    case 'json-text':
      return typeof output === 'string' ? parse(OBJECT, output, path, violations) : output
    case 'any':
      return isWrapped(output) ? parse(ANY, output[WRAPPER], path, violations) : output
  }
}

function restoreMembers(
  { members }: ObjectShape,
  output: Readonly<Record<string, unknown>>,
  path: string,
  violations: Violation[],
): unknown {
  const restored = Object.entries(output).flatMap(([name, value]) => {
    const member = members.get(name)
    if (!member) return [[name, value] as const]
    if (value === null && !member.isRequired && !member.shape.isNullable) return []
    return [[name, restoreAt(member.shape, value, path + token(name), violations)] as const]
  })
  return Object.fromEntries(restored)
}

/** Parses JSON text; if it is not JSON, it stays as it is, with a violation. */
function parse(validator: typeof ANY, text: string, path: string, violations: Violation[]): unknown {
  const { text: fixed, verdict } = fixText(validator, text)
  if (verdict.valid) return JSON.parse(fixed) as unknown
  const messages = verdict.violations.map(({ message }) => message).join('; ')
  violations.push({ path, keyword: 'syntax', message: `Expected JSON as text: ${messages}` })
  return text
}

const ANY = compileSchema({})
const OBJECT = compileSchema({ type: 'object' })

const isWrapped = (output: unknown): output is Readonly<Record<typeof WRAPPER, string>> =>
  isObject(output) && typeof output[WRAPPER] === 'string' && Object.keys(output).length === 1
