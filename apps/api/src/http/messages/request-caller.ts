import type { Request, Response } from 'express'

import type { Caller } from '../../auth/scopes.ts'

/** Stores the authenticated caller of a request. */
export function setCaller(response: Response, caller: Caller): void {
  response.locals['caller'] = caller
}

/** The id of the caller; undefined if the request is anonymous or not authenticated yet. */
export const callerIdOf = ({ res: response }: Request): string | undefined =>
  (response?.locals['caller'] as Caller | undefined)?.id
