/** Returns a function that creates a value on its first call and returns the same value afterwards. */
export function lazy<T extends object | string>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
