import { escapeText } from '@workbench/contracts'

/** An invalid file that another agent wrote. */
export interface OthersFile {
  readonly path: string
  readonly owner: string
}

const MAX_NAMES = 5

/** Tells a subagent about invalid files that it must leave alone; empty if there are none. */
export const othersNote = (files: readonly OthersFile[]): string =>
  files.length === 0
    ? ''
    : `workbench: also invalid: ${list(files.map(({ path, owner }) => `${path} (written by ${owner}, not yours)`))}`

/** Tells agent and user about changes that only memory_write or a person should make; empty if there are none. */
export const protectedNote = (changes: readonly string[], tool: string): string =>
  changes.length === 0
    ? ''
    : `workbench: ${tool === '' ? 'a tool' : escapeText(tool.slice(0, 100))} or a program that it started changed facts, their ` +
      `records or contracts: ${list(changes)}. Only memory_write writes facts, and a change of a contract needs a review: ` +
      'tell the user what you changed and why. CI decides with the contracts of the base branch, if it uses the action.'

function list(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  const shown = names.slice(0, MAX_NAMES).map((name) => escapeText(name.slice(-500)))
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
