/** The credential of a request is not one that lets anybody in; the message says why. */
export class InvalidCredential extends Error {
  override name = 'InvalidCredential'
}

/** The provider of the tokens cannot be asked for its keys now, so that nobody can say whether a token is good. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}
