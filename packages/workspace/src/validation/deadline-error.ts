/** The deadline was over before the file could be validated. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}
