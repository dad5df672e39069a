import type { Caller } from '../../auth/scopes.ts'

const callers = new WeakMap<object, Caller>()

/** Notes who sends a request. */
export function setCaller(request: object, caller: Caller): void {
  callers.set(request, caller)
}

/** The id of who sends a request; undefined when nobody asked for it, or before that was found out. */
export function callerIdOf(request: object): string | undefined {
  return callers.get(request)?.id
}
