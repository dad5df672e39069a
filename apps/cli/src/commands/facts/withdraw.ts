import { escapeText } from '@workbench/contracts'
import { findProjectRoot, openArea, withdrawFact } from '@workbench/workspace'

import { defineCommand, requiredArgument, text } from '../../command-line/define-command.ts'
import { CannotRun } from '../../exit-status.ts'
import { writeText } from '../../output/write.ts'

/** In characters. */
const MAX_REASON = 900

/** Deletes the content of a fact, and keeps its id, the date and the reason. */
export const command = defineCommand({
  describe: 'Withdraw a false or secret fact: delete its content, and keep its id, the date and the reason',
  arguments: { id: requiredArgument('Id of the fact, for example fact-20260131093000123') },
  options: { reason: text('Why it is withdrawn, without what is secret') },
  missingArguments: 'Name a fact: workbench facts withdraw <id> --reason <text>',
  run: ({ id, reason = '' }, { stdout, env, cwd }) => {
    const why = reason.trim()
    if (why === '' || why.length > MAX_REASON)
      throw new CannotRun(`Say why in 1 to ${MAX_REASON} characters: --reason <text>`)
    const area = openArea(findProjectRoot({ env, cwd }))
    const withdrawn = withdrawFact(area, id, why, new Date().toISOString().slice(0, 10))
    if (!withdrawn)
      throw new CannotRun(`No fact ${JSON.stringify(id)} in the memory of ${area.root}; see workbench facts`)
    const { path, isRepeated, supersedes } = withdrawn
    const lines = [
      isRepeated ? `${id} was withdrawn before: ${path}` : `Withdrew ${id}; commit ${path} in its place.`,
      ...(supersedes === undefined
        ? []
        : [`${supersedes}, which it superseded, is not told again; a new fact can supersede it.`]),
      'The history of git keeps what was committed: a secret must be replaced.',
    ]
    writeText(stdout, `${lines.map(escapeText).join('\n')}\n`)
    return 0
  },
})
