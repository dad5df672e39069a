import * as contracts from '@workbench/contracts'

/** The only file that knows how `workbench fix` is called. Until it exists, nothing is restored. */
type FixText = (contract: contracts.Contract, text: string) => unknown

/** Applies what `workbench fix` applies. Returns the text; undefined if it is not valid then. */
export function fixText(contract: contracts.Contract, text: string): string | undefined {
  const fix = Reflect.get(contracts, 'fixText') as FixText | undefined
  const result = fix?.(contract, text)
  const fixed = typeof result === 'string' ? result : (result as { text?: unknown } | undefined)?.text
  return typeof fixed === 'string' && contract.validateText(fixed).valid ? fixed : undefined
}
