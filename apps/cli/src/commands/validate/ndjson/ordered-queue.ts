/** Prints results in the order in which they were added, while later ones are computed. */
interface OrderedQueue<Result> {
  /** Waits while more than the limit is unprinted. Rejects if a result or its printing has failed; nothing after it is printed. */
  add(result: Promise<Result>, bytes: number): Promise<void>
  /** Waits until everything is printed. */
  end(): Promise<void>
}

/**
 * @param maxBytes the limit of unprinted bytes
 * @param onError is called when a result or its printing fails, even if nothing waits for it
 */
export function orderedQueue<Result>(
  print: (result: Result) => Promise<void>,
  maxBytes: number,
  onError: (error: Error) => void,
): OrderedQueue<Result> {
  const unprinted: { readonly bytes: number; readonly printed: Promise<void> }[] = []
  let last = Promise.resolve()
  let total = 0
  return {
    async add(result, bytes) {
      last = Promise.all([result, last]).then(([value]) => print(value))
      last.catch(onError)
      unprinted.push({ bytes, printed: last })
      total += bytes
      while (total > maxBytes) {
        const first = unprinted.shift()
        await first?.printed
        total -= first?.bytes ?? 0
      }
    },
    end: () => last,
  }
}
