/** Returns a function that computes its result once for each argument, and keeps it as long as the argument exists. */
export function memoized<Argument extends object, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const results = new WeakMap<Argument, { readonly result: Result }>()
  return (argument) => {
    let known = results.get(argument)
    if (!known) results.set(argument, (known = { result: compute(argument) }))
    return known.result
  }
}
