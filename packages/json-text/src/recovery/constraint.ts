import { isArray, isObject } from '../values/json.ts'
import { segments } from '../values/pointer.ts'
import { EndPaths } from './end-paths.ts'
import type { Validate } from './recovery-options.ts'

/** A schema that says anything about a value rejects at least one of them. */
const PROBES: readonly unknown[] = [null, true, '', [], {}]

/*
 * `{"a": 1` is the start of `{"a": 1, "b": 2}`, and a bracket may be missing after it.
 * The value is validated with probes in place of `a` and `b`: `{"a": null, "b": null}`, `{"a": true, "b": true}`, ...
 * true if a probe has more errors: the bracket would not be accepted anywhere. `{}` as a schema accepts all of them: false.
 */

/**
 * Whether the contract restricts the members or items beside the end of `prefix`, the start of the text of `value`. Where
 * it accepts any, that it accepts an explanation proves nothing. A scalar has no parts whose place could be a mistake.
 */
export function isConstrainedAfter(prefix: string, value: unknown, validate: Validate): boolean {
  const { open, cut = '' } = new EndPaths(prefix, { isValueCut: true })
  if (!isContainer(value)) return false
  const errors = validate(value).length
  if (open.length === 0) return PROBES.some((probe) => validate(probe).length > errors)
  const container = segments(open.at(-1) ?? '').reduce(childOf, value)
  if (!isContainer(container)) return false
  const names = Object.keys(container)
  const from = Math.max(names.indexOf(segments(cut).at(-1) ?? ''), 0)
  const children = Object.entries(container).slice(from, from + 2)
  return PROBES.some((probe) => {
    // In place, because a copy of a deep value would be recursive.
    for (const [name] of children) container[name] = probe
    const isRejected = validate(value).length > errors
    for (const [name, child] of children) container[name] = child
    return isRejected
  })
}

const isContainer = (value: unknown): value is Record<string, unknown> => isArray(value) || isObject(value)

const childOf = (value: unknown, name: string): unknown =>
  isContainer(value) && Object.hasOwn(value, name) ? value[name] : undefined
