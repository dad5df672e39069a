/** The database server that global-setup.js started; undefined if the run uses another one. */
export const testServer = {
  /** @type {(() => Promise<void>) | undefined} */
  stop: undefined,
}
