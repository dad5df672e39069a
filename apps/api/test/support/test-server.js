/** What the set-up of the run has started, and its teardown stops; undefined when the run uses another server. */
export const testServer = {
  /** @type {(() => Promise<void>) | undefined} */
  stop: undefined,
}
