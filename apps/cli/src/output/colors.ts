import picocolors from 'picocolors'

import type { CommandContext } from '../context.ts'

export type Colors = ReturnType<typeof picocolors.createColors>

/**
 * Functions that color text for standard output. Color is used on terminals, unless `TERM` is `dumb`. `NO_COLOR`
 * (https://no-color.org) turns it off everywhere, else `FORCE_COLOR` (https://force-color.org) turns it on, or off with `0`
 * or `false`.
 */
export const colorsFor = (context: Pick<CommandContext, 'stdout' | 'env'>): Colors =>
  picocolors.createColors(supportsColor(context))

function supportsColor({ stdout, env }: Pick<CommandContext, 'stdout' | 'env'>): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false
  const forced = env['FORCE_COLOR'] ?? ''
  if (forced !== '') return !['0', 'false'].includes(forced)
  return stdout.isTTY === true && env['TERM'] !== 'dumb'
}
