/** The result of a function; undefined if it throws, because of what other processes do or this user may not do. */
export function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
