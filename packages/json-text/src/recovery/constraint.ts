import { isArray, isObject } from '../values/json.ts'
import { segments } from '../values/pointer.ts'
import { EndPaths } from './end-paths.ts'
import type { Validate } from './recovery-options.ts'

/** A schema that says anything about a value rejects at least one of them. */
const PROBES: readonly unknown[] = [null, true, '', [], {}]
/** Deeper values are not copied, because the copy is recursive. */
const MAX_DEPTH = 500

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
  const path = segments(open.at(-1) ?? '')
  if (!isContainer(value) || path.length > MAX_DEPTH) return false
  const isInside = open.length > 0
  const last = isInside ? segments(cut).at(-1) : undefined
  const errors = validate(value).length
  return PROBES.some((probe) => {
    const changed = isInside
      ? replaceAt(value, path, (container) => withProbe(container, last, probe))
      : probe
    return validate(changed).length > errors
  })
}

const isContainer = (value: unknown): value is object => isArray(value) || isObject(value)

/** The container with another value in place of the child of that name and of the next one; of the first one without that name. */
function withProbe(container: unknown, last: string | undefined, probe: unknown): unknown {
  if (!isContainer(container)) return probe
  const names = Object.keys(container)
  const from = Math.max(names.indexOf(last ?? ''), 0)
  const replaced = new Set(names.slice(from, from + 2))
  return mapChildren(container, (child, name) => (replaced.has(name) ? probe : child))
}

function replaceAt(value: unknown, path: readonly string[], replace: (value: unknown) => unknown): unknown {
  const [segment, ...rest] = path
  if (segment === undefined || !isContainer(value)) return replace(value)
  return mapChildren(value, (child, name) => (name === segment ? replaceAt(child, rest, replace) : child))
}

const mapChildren = (container: object, map: (child: unknown, name: string) => unknown): unknown =>
  isArray(container)
    ? container.map((item, index) => map(item, String(index)))
    : Object.fromEntries(Object.entries(container).map(([name, child]) => [name, map(child, name)]))
