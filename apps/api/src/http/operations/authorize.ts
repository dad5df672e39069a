import type { Request, RequestHandler } from 'express'

import type { Access } from '../../auth/authenticator.ts'
import { InvalidCredential, ProviderUnavailable } from '../../auth/errors.ts'
import type { Caller } from '../../auth/scopes.ts'
import { Refusal } from '../../problems/http-errors.ts'

import { rememberCaller } from '../middleware/request-caller.ts'
import type { Context } from '../../context.ts'
import { networkOf } from '../rate-limit/client-network.ts'

/** How long a client shall wait while the provider of the tokens is away. */
const RETRY_AFTER_SECONDS = '5'

/**
 * Lets in who may do what needs `scope`. A caller without a valid credential counts against the address that the
 * request comes from. Nothing when everyone may come in as often as they like.
 */
export function admit({ access, limit }: Context, scope: string): RequestHandler[] {
  const { authenticate } = access
  if (authenticate === undefined && limit === undefined) return []
  return [
    async (request, response, next) => {
      const found = await (authenticate && identify(request, authenticate, scope))
      const caller = found instanceof Refusal ? undefined : found
      await limit?.(caller?.id ?? networkOf(request.ip), response)
      if (found instanceof Refusal) throw found
      if (caller !== undefined) {
        rememberCaller(request, caller)
        if (!caller.scopes.has(scope)) throw insufficient(scope)
      }
      next()
    },
  ]
}

/** Counts requests for what everyone may read by the address that they come from. */
export function limitByAddress({ limit }: Context): RequestHandler[] {
  if (limit === undefined) return []
  return [
    async (request, response, next) => {
      await limit(networkOf(request.ip), response)
      next()
    },
  ]
}

/** Who sends the request, or why they cannot come in. */
async function identify(
  request: Request,
  authenticate: NonNullable<Access['authenticate']>,
  scope: string,
): Promise<Caller | Refusal> {
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
      return new Refusal('unavailable', detail, { 'Retry-After': RETRY_AFTER_SECONDS }, { cause: error })
    }
    throw error
  }
}

const unauthorized = (detail: string, parameters: Record<string, string>): Refusal =>
  new Refusal('unauthorized', detail, { 'WWW-Authenticate': challenge(parameters) })

const insufficient = (scope: string): Refusal =>
  new Refusal('forbidden', `The caller may not do this: it takes the scope ${scope}`, {
    'WWW-Authenticate': challenge({ error: 'insufficient_scope', scope }),
  })

/** As RFC 6750, section 3, has it. */
const challenge = (parameters: Record<string, string>): string =>
  `Bearer ${Object.entries({ realm: 'workbench', ...parameters })
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\]/g, '')}"`)
    .join(', ')}`
