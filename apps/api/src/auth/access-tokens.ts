import { errors, type JWTVerifyGetKey, jwtVerify, type JWTPayload } from 'jose'

import { InvalidCredential } from './errors.ts'
import type { Caller } from './scopes.ts'
import type { OpenIdConfig } from '../config/auth.ts'

/** Signatures that only the provider can make; with a shared secret whoever can verify could sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** Providers write either, or none; other types of token are for other uses (RFC 8725, section 3.11). */
const TYPES = [undefined, 'jwt', 'at+jwt', 'application/at+jwt']

/** What OpenID Connect allows. */
const MAX_SUBJECT_LENGTH = 255

const CLOCK_TOLERANCE_SECONDS = 30

/** Whose access token it is. Throws InvalidCredential, or what `keys` throws. */
export async function verifyAccessToken(
  token: string,
  { issuer, audience }: OpenIdConfig,
  keys: JWTVerifyGetKey,
): Promise<Caller> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['sub', 'exp'],
  }).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? new InvalidCredential(reasonOf(error), { cause: error }) : error
  })
  if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) {
    throw new InvalidCredential('The token is not an access token')
  }
  const subject = String(payload.sub)
  if (subject.length > MAX_SUBJECT_LENGTH) throw new InvalidCredential("The token's claim sub is too long")
  return { id: `sub:${subject}`, scopes: new Set(scopesOf(payload)) }
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired'
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The token's claim ${error.claim} is not accepted`
  return 'The token is not one that the provider signed'
}

/** Providers write `scope` as text with blanks (RFC 8693) or as a list, and some call it `scp`. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  return [scope, scp]
    .flat()
    .filter((value) => typeof value === 'string')
    .flatMap((value) => value.split(' '))
}
