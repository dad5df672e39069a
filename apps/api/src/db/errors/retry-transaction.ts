/** Thrown inside a transaction to roll it back and retry it, because a concurrent transaction has committed first. */
export class RetryTransaction extends Error {
  override name = 'RetryTransaction'
}
