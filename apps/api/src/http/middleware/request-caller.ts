import type { Caller } from '../../auth/scopes.ts'

const callers = new WeakMap<object, Caller>()

/** Stores the authenticated caller of a request. */
export function setCaller(request: object, caller: Caller): void {
  callers.set(request, caller)
}

/** The id of the caller; undefined if the request is anonymous or not authenticated yet. */
export function callerIdOf(request: object): string | undefined {
  return callers.get(request)?.id
}
