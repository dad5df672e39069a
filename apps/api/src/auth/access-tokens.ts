import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'

import type { OpenIdConfig } from '../config/auth.ts'

import { InvalidCredential } from './errors.ts'
import type { Caller } from './scopes.ts'

/** Asymmetric signatures only: the key that verifies an HMAC signature can also create one. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/**
 * Values of the `typ` header that providers use for access tokens, or none. Any other value marks a token for another use
 * (RFC 8725, section 3.11).
 */
const TOKEN_TYPES: unknown[] = [undefined, 'jwt', 'at+jwt', 'application/at+jwt']

/** The length is that of OpenID Connect Core, section 2. PostgreSQL rejects other texts, or cannot distinguish them. */
const SUBJECT = /^[^\p{Cc}\p{Cs}]{1,255}$/u

const CLOCK_TOLERANCE_SECONDS = 30

/**
 * Verifies a JWT access token and returns its subject and scopes.
 *
 * @throws InvalidCredential if the token is not valid, or any error of `resolveKey`
 */
export async function verifyAccessToken(
  token: string,
  { issuer, audience }: OpenIdConfig,
  resolveKey: JWTVerifyGetKey,
): Promise<Caller> {
  const { payload, protectedHeader } = await jwtVerify(token, resolveKey, {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['sub', 'exp'],
  }).catch((error: unknown) => {
    throw error instanceof errors.JOSEError
      ? new InvalidCredential(describeJoseError(error), { cause: error })
      : error
  })
  const typ: unknown = protectedHeader.typ
  if (!TOKEN_TYPES.includes(typeof typ === 'string' ? typ.toLowerCase() : typ)) {
    throw new InvalidCredential('The token is not an access token')
  }
  const subject: unknown = payload.sub
  if (typeof subject !== 'string' || !SUBJECT.test(subject))
    throw new InvalidCredential("The token's sub claim is not accepted")
  return { id: `sub:${subject}`, scopes: new Set(readScopes(payload)) }
}

function describeJoseError(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired'
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The token's ${error.claim} claim is not accepted`
  return 'The token was not signed by the configured provider'
}

/** `scope` is a space-separated string (RFC 8693) or an array; some providers name the claim `scp`. */
function readScopes({ scope, scp }: JWTPayload): string[] {
  return [scope, scp]
    .flat()
    .filter((value) => typeof value === 'string')
    .flatMap((value) => value.split(' '))
}
