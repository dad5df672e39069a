import { createSecretKey } from 'node:crypto'

import { SignJWT } from 'jose'

import { InvalidCredential } from './errors.ts'
import { verifyAccessToken } from './access-tokens.ts'

test('verifyAccessToken() rejects an HMAC signature even if the secret is correct', async () => {
  const issuer = 'https://id.example.com'
  const secret = createSecretKey(Buffer.alloc(32))
  const token = await new SignJWT({ sub: 'ann' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience('workbench')
    .setExpirationTime('10m')
    .sign(secret)
  const openId = { issuer, audience: 'workbench' }
  await expect(verifyAccessToken(token, openId, () => Promise.resolve(secret))).rejects.toThrow(
    InvalidCredential,
  )
})
