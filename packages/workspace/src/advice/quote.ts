import { stringifyEscaped } from '@workbench/contracts/internal'

/** Quotes a value of an artifact for a message, shortened to a number of characters. */
export function quote(value: unknown, length = 60): string {
  const text = typeof value === 'string' ? value : stringifyEscaped(value ?? null)
  const shown = Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join('')
  return stringifyEscaped(shown === text ? text : `${shown}…`)
}
