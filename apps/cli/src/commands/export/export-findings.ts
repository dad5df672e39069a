import { resolve } from 'node:path'

import { formatViolations, openContracts, UnreadableFileError, validateArtifact } from '@workbench/contracts'
import { findProjectRoot } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { CannotRun, type ExitStatus } from '../../exit-status.ts'
import { writeError, writeText } from '../../output/write.ts'
import { pathInside } from '../../paths.ts'
import { requireContracts } from '../contracts/own-contracts.ts'
import { inputsOf, readInput, reasonOf } from '../validate/inputs.ts'
import type { Input } from '../validate/request.ts'
import { type ExportedFinding, findingsIn } from './exported-finding.ts'
import type { ExportFormat } from './formats.ts'
import { toAnnotations } from './to-annotations.ts'
import { toMarkdown } from './to-markdown.ts'
import { toSarif } from './to-sarif.ts'

const WRITERS: Readonly<Record<ExportFormat, (findings: readonly ExportedFinding[]) => string>> = {
  sarif: toSarif,
  github: toAnnotations,
  markdown: toMarkdown,
}

interface ExportValues {
  readonly words: readonly string[]
  readonly schemas: string | undefined
  readonly color: boolean | undefined
  readonly format: ExportFormat
  readonly 'error-on-unmatched': boolean | undefined
}

/** Prints the findings of all artifacts in one format; nothing if one of them is invalid or cannot be read. */
export async function exportFindings(values: ExportValues, context: CommandContext): Promise<ExitStatus> {
  const { words: paths, schemas: directory, format } = values
  const { cwd, env, stdout, stderr } = context
  if (paths.length === 0) throw new CannotRun('Name a file or a directory: workbench export .workbench')
  const contracts = requireContracts(openContracts({ directory, env, cwd }))
  const root = findProjectRoot(context)
  const workspace = env['GITHUB_WORKSPACE'] ?? root
  const statuses = new Set<ExitStatus>([0])
  const findings: ExportedFinding[] = []
  for (const input of await inputsOf({ ...values, ...DEFAULTS, words: paths, paths }, context))
    findings.push(...(await read(input)))
  const status = Math.max(...statuses) as ExitStatus
  if (status === 0) stdout.write(WRITERS[format](findings))
  return status

  async function read({ file, error }: Input): Promise<ExportedFinding[]> {
    try {
      if (error !== undefined) throw new UnreadableFileError(error)
      const { verdict, value } = validateArtifact(contracts, await readInput(file, context))
      const inWorkspace = (path: string): string => pathInside(workspace, resolve(root, path))
      if (verdict.valid) return findingsIn(value, pathInside(workspace, resolve(cwd, file)), inWorkspace)
      writeText(stderr, `${formatViolations(verdict.violations).replaceAll(/^/gm, `${file}: `)}\n`)
      statuses.add(1)
    } catch (failure) {
      writeError(stderr, `cannot export ${file}: ${reasonOf(failure)}`)
      statuses.add(2)
    }
    return []
  }
}

/** The options of `validate` that this command does not have. */
const DEFAULTS = {
  id: undefined,
  ...{ format: undefined, ndjson: undefined, ignore: undefined, 'files-from': undefined },
  ...{ deliverables: undefined, evidence: undefined, quiet: undefined },
}
