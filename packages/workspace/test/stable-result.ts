import type { Verdict } from '@workbench/contracts'

type Outcome = { readonly result: { readonly verdict: Verdict } } | { readonly error: unknown }

/** The result of the validation of one file. */
export function resultOf(found: readonly [file: object, outcome: Outcome] | undefined) {
  if (!found) throw new Error('the file was not validated')
  const [, outcome] = found
  if ('error' in outcome) throw outcome.error
  return outcome.result
}
