import { escapeText, openContracts } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import {
  findProjectRoot,
  isMemoryPath,
  openArea,
  validateArea,
  type ValidatedFile,
} from '@workbench/workspace'

import { toJson, writeText } from '../../output/write.ts'
import type { CommandContext } from '../../context.ts'
import type { ExitStatus } from '../../exit-status.ts'
import type { ListRequest } from '../format-option.ts'

/** Prints the files in the memory that are not facts as memory_write wrote them. Returns 1 if there are any. */
export function checkFacts(
  { format, schemas }: ListRequest,
  { stdout, env, cwd }: CommandContext,
): ExitStatus {
  const root = findProjectRoot({ env, cwd })
  const files = validateArea(openArea(root), () =>
    openContracts({ directory: schemas, env, cwd: root }),
  ).filter(({ path }) => isMemoryPath(path))
  const invalid = files.filter(({ valid }) => !valid)
  if (format === 'json') {
    stdout.write(`${toJson({ root, valid: invalid.length === 0, checked: files.length, invalid })}\n`)
  } else {
    const lines = invalid.map((file) => `${escapeText(file.path)}: ${escapeText(reasonFor(file))}\n`)
    writeText(
      stdout,
      `${lines.join('')}${pluralize(files.length, 'file')} checked, ${invalid.length} invalid\n`,
    )
  }
  return invalid.length === 0 ? 0 : 1
}

function reasonFor({ problem, violations: [first, ...others] }: ValidatedFile): string {
  const more = others.length > 0 ? ` (and ${pluralize(others.length, 'more violation')})` : ''
  return problem ?? `${first?.path ?? ''} ${first?.message ?? ''}${more}`.trim()
}
