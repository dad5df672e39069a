/** Thrown in a transaction that has to begin anew: another one was faster, and this one has to see what it left. */
export class RetryTransaction extends Error {
  override name = 'Superseded'
}
