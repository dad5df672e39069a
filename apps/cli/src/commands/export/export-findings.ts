import { resolve } from 'node:path'

import { UnreadableFileError, validateArtifact } from '@workbench/contracts'
import { findProjectRoot, followsBuiltIn } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { CannotRun, type ExitStatus } from '../../exit-status.ts'
import { pathInside } from '../../paths.ts'
import { fromVerdict, statusOf } from '../../reporters/reporter.ts'
import { reportText } from '../../reporters/text.ts'
import { openOwnContracts } from '../contracts/own-contracts.ts'
import { inputsOf } from '../validate/inputs.ts'
import { resultsOf } from '../validate/results-of.ts'
import type { ExportValues } from './options.ts'
import { type ExportedFinding, findingsIn } from './exported-finding.ts'
import { toAnnotations } from './to-annotations.ts'
import { toMarkdown } from './to-markdown.ts'
import { toSarif } from './to-sarif.ts'

const WRITERS = { sarif: toSarif, github: toAnnotations, markdown: toMarkdown }

/** Prints the findings of all artifacts in one format; nothing if one of them is invalid or cannot be read. */
export async function exportFindings(values: ExportValues, context: CommandContext): Promise<ExitStatus> {
  const { words: paths, schemas, format } = values
  const { cwd, env, stdout, stderr } = context
  if (paths.length === 0) throw new CannotRun('Name a file or a directory: workbench export .workbench')
  const contracts = openOwnContracts(schemas, context)
  const root = findProjectRoot(context)
  const workspace = env['GITHUB_WORKSPACE'] ?? root
  const inWorkspace = (path: string): string => {
    // A path with a leading slash is most often one in the project.
    const inProject = path.startsWith(`${root}/`) ? path : path.replace(/^\/+/, '')
    return pathInside(workspace, resolve(root, inProject))
  }
  const findings: ExportedFinding[] = []
  const inputs = await inputsOf({ ...values, paths }, context)
  const results = await resultsOf(inputs, { action: 'export' }, context, (file, bytes) => {
    const { id, verdict, value } = validateArtifact(contracts, bytes)
    if (verdict.valid && (id === 'finding.v1' || id === 'review.v1')) {
      if (!followsBuiltIn(contracts, id, value))
        throw new UnreadableFileError(otherMembers(id, contracts.directory))
      findings.push(...findingsIn(value, pathInside(workspace, resolve(cwd, file)), inWorkspace))
    }
    return { file, ...fromVerdict(verdict) }
  })
  const status = statusOf(results)
  if (status === 0) stdout.write(WRITERS[format](findings))
  else reportText(results, { ...context, stdout: stderr }, { isQuiet: true })
  return status
}

const otherMembers = (id: string, directory: string): string =>
  `it is valid under the ${id} in ${directory}, but not under the built-in one, whose members are exported; give that contract another id, or the members that the built-in one has`
