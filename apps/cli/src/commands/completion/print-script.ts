import type { CommandContext } from '../../context.ts'
import { writeText } from '../../output/write.ts'
import { SCRIPTS } from './scripts.ts'
import { type Shell, SHELLS } from './shells.ts'

/** Prints the completion script of a shell: without a name, of the one in `SHELL`, else of bash. */
export function printScript(named: Shell | undefined, { env, stdout }: CommandContext): void {
  const userShell = SHELLS.find((name) => env['SHELL']?.endsWith(`/${name}`))
  writeText(stdout, SCRIPTS[named ?? userShell ?? 'bash'])
}
