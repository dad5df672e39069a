/** The credential of a request is not valid. The message is sent to the client. */
export class InvalidCredential extends Error {
  override name = 'InvalidCredential'
}

/** The keys of the OpenID provider cannot be read, so that access tokens cannot be verified now. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}
