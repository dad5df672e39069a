import type { Request, RequestHandler } from 'express'

import type { Authenticator } from '../../../auth/authenticator.ts'
import { InvalidCredential, ProviderUnavailable } from '../../../auth/errors.ts'
import type { Caller } from '../../../auth/scopes.ts'
import { HttpError } from '../../../problems/http-errors.ts'
import type { Context } from '../../context.ts'
import { setCaller } from '../../messages/request-caller.ts'
import { clientNetwork } from '../../messages/client-address.ts'
import { rateLimitByNetwork } from './rate-limiter.ts'

/**
 * Authenticates the caller, counts the request against its rate limit, and rejects it unless the caller has `scope`.
 * A request without a valid credential counts against the network that it comes from.
 */
export function authorize({ authenticator, rateLimiter }: Context, scope: string): RequestHandler[] {
  if (authenticator === undefined) return rateLimitByNetwork(rateLimiter)
  return [
    async (request, response, next) => {
      const result = await authenticateRequest(request, authenticator, scope)
      const caller = result instanceof HttpError ? undefined : result
      await rateLimiter?.(caller?.id ?? clientNetwork(request), response)
      if (result instanceof HttpError) throw result
      setCaller(response, result)
      if (!result.scopes.has(scope)) throw insufficientScope(scope)
      next()
    },
  ]
}

/** Returns the error instead of throwing it, because the request is counted before it is rejected. */
async function authenticateRequest(
  request: Request,
  authenticator: Authenticator,
  scope: string,
): Promise<Caller | HttpError> {
  const [, credential] = /^bearer +(\S+)$/i.exec(request.get('Authorization') ?? '') ?? []
  if (credential === undefined) {
    return unauthorized(
      'The request must have a header "Authorization: Bearer" with an API key or an access token',
      { scope },
    )
  }
  try {
    return await authenticator(credential)
  } catch (error) {
    if (error instanceof InvalidCredential) {
      return unauthorized(error.message, { error: 'invalid_token', error_description: error.message, scope })
    }
    if (error instanceof ProviderUnavailable) {
      return new HttpError('unavailable', 'The OpenID provider cannot be reached; try again', {
        headers: { 'Retry-After': '5' },
        cause: error,
      })
    }
    throw error
  }
}

const unauthorized = (detail: string, parameters: Record<string, string>): HttpError =>
  new HttpError('unauthorized', detail, { headers: { 'WWW-Authenticate': formatChallenge(parameters) } })

const insufficientScope = (scope: string): HttpError =>
  new HttpError('forbidden', `The caller does not have the required scope ${scope}`, {
    headers: { 'WWW-Authenticate': formatChallenge({ error: 'insufficient_scope', scope }) },
  })

/** Formats a challenge as in RFC 6750, section 3. */
const formatChallenge = (parameters: Record<string, string>): string =>
  `Bearer ${Object.entries({ realm: 'workbench', ...parameters })
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\]/g, '')}"`)
    .join(', ')}`
