import type { Request, RequestHandler } from 'express'

import type { Authenticator } from '../../auth/authenticator.ts'
import { InvalidCredential, ProviderUnavailable } from '../../auth/errors.ts'
import type { Caller } from '../../auth/scopes.ts'
import { HttpError } from '../../problems/http-errors.ts'

import { setCaller } from '../middleware/request-caller.ts'
import type { Context } from '../../context.ts'
import { clientNetwork } from '../rate-limit/client-network.ts'

/** How long a client shall wait while the provider of the tokens is away. */
const RETRY_AFTER_SECONDS = '5'

/**
 * Lets in who may do what needs `scope`. A caller without a valid credential counts against the address that the
 * request comes from. Nothing when everyone may come in as often as they like.
 */
export function authorize({ authenticator, rateLimiter }: Context, scope: string): RequestHandler[] {
  const { authenticate } = authenticator
  if (authenticate === undefined && rateLimiter === undefined) return []
  return [
    async (request, response, next) => {
      const found = await (authenticate && authenticateRequest(request, authenticate, scope))
      const caller = found instanceof HttpError ? undefined : found
      await rateLimiter?.(caller?.id ?? clientNetwork(request.ip), response)
      if (found instanceof HttpError) throw found
      if (caller !== undefined) {
        setCaller(request, caller)
        if (!caller.scopes.has(scope)) throw insufficientScope(scope)
      }
      next()
    },
  ]
}

/** Counts requests for what everyone may read by the address that they come from. */
export function rateLimitByAddress({ rateLimiter }: Context): RequestHandler[] {
  if (rateLimiter === undefined) return []
  return [
    async (request, response, next) => {
      await rateLimiter(clientNetwork(request.ip), response)
      next()
    },
  ]
}

/** Who sends the request, or why they cannot come in. */
async function authenticateRequest(
  request: Request,
  authenticate: NonNullable<Authenticator['authenticate']>,
  scope: string,
): Promise<Caller | HttpError> {
  const [, credential] = /^bearer +(\S+)$/i.exec(request.get('Authorization') ?? '') ?? []
  if (credential === undefined) {
    return unauthorized(
      'The request must have a header "Authorization: Bearer", with a key or an access token',
      { scope },
    )
  }
  try {
    return await authenticate(credential)
  } catch (error) {
    if (error instanceof InvalidCredential) {
      return unauthorized(error.message, { error: 'invalid_token', error_description: error.message, scope })
    }
    if (error instanceof ProviderUnavailable) {
      const detail = 'The provider of the access tokens cannot be reached now; try again'
      return new HttpError('unavailable', detail, { 'Retry-After': RETRY_AFTER_SECONDS }, { cause: error })
    }
    throw error
  }
}

const unauthorized = (detail: string, parameters: Record<string, string>): HttpError =>
  new HttpError('unauthorized', detail, { 'WWW-Authenticate': challenge(parameters) })

const insufficientScope = (scope: string): HttpError =>
  new HttpError('forbidden', `The caller may not do this: it takes the scope ${scope}`, {
    'WWW-Authenticate': challenge({ error: 'insufficient_scope', scope }),
  })

/** As RFC 6750, section 3, has it. */
const challenge = (parameters: Record<string, string>): string =>
  `Bearer ${Object.entries({ realm: 'workbench', ...parameters })
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\]/g, '')}"`)
    .join(', ')}`
