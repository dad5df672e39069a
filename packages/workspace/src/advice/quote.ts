import { stringifyEscaped } from '@workbench/contracts/internal'

const MAX_LENGTH = 60

/** Quotes a value of an artifact for a message, shortened. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : stringifyEscaped(value ?? null)
  const shown = Array.from(text.slice(0, 2 * MAX_LENGTH))
    .slice(0, MAX_LENGTH)
    .join('')
  return stringifyEscaped(shown === text ? text : `${shown}…`)
}
