import { resolve } from 'node:path'

import {
  type Contracts,
  isObject,
  UnreadableFileError,
  validateArtifact,
  type Verdict,
  type Violation,
} from '@workbench/contracts'
import {
  type Advice,
  adviceOnTexts,
  digestOf,
  openConfined,
  OutsideError,
  validateStableFile,
} from '@workbench/workspace'

import { adviceLines, listed, rejected, success, type ToolResult } from '../tool-result.ts'
import { inexactNumbers } from './inexact-numbers.ts'
import { defineTool, listOfObjects, violationMembers } from './tool.ts'

interface Arguments {
  readonly schema?: string
  readonly artifact?: unknown
  readonly path?: string
}

export const contractValidate = defineTool<Arguments>({
  name: 'contract_validate',
  title: 'Validate an artifact',
  description:
    'Validates a JSON artifact against a contract and lists every violation with the expected value. Use it before ' +
    'you pass an artifact on. Set artifact to the artifact itself, or path to the path of its file. It writes nothing; ' +
    'an invalid artifact is a normal result, not an error. It rejects an unknown contract, and lists the known ones, ' +
    'a file that cannot be read, and a file outside the project. For a file it also returns its version, for expected ' +
    'of blackboard_write; without schema, the artifact in the file names its contract.',
  annotations: { readOnlyHint: true },
  input: {
    schema: {
      type: 'string',
      description:
        'Id of the contract, for example finding.v1; contract_show lists them. Default: that which the artifact names.',
    },
    artifact: {
      type: 'object',
      description: 'The complete artifact, with schema and producedBy. Set this or path.',
    },
    path: {
      type: 'string',
      maxLength: 4096,
      description:
        "Path of the artifact's file in the project, relative to the project's root. Set this or artifact.",
    },
  },
  output: {
    valid: { type: 'boolean', description: 'Whether the artifact is valid.' },
    ...violationMembers,
    version: { type: 'string', description: 'With path: digest of the file.' },
    advice: listOfObjects(
      'Texts of a valid artifact that say nothing or have lost a backslash; absent without any.',
    ),
  },
  call({ schema, artifact, path }, { area: { root }, contracts, clientRoots }) {
    if ((artifact === undefined) === (path === undefined)) {
      const message = 'Expected either artifact or path'
      return rejected([{ path: '/artifact', keyword: 'required', message, expected: ['artifact', 'path'] }])
    }
    if (path === undefined) {
      const named = isObject(artifact) ? artifact['schema'] : undefined
      const id = schema ?? (typeof named === 'string' ? named : undefined)
      if (id === undefined) return rejected([noContract(contracts.ids)])
      const verdict = contracts.get(id).validate(artifact)
      const advice = verdict.valid ? adviceOnTexts(id, artifact, contracts) : []
      return verdictResult(verdict, id, advice, inexactNumbers(artifact))
    }
    try {
      return openConfined(resolve(root, path), [root, ...clientRoots], (file) =>
        fileResult(file, contracts, schema),
      )
    } catch (error) {
      if (!(error instanceof UnreadableFileError || error instanceof OutsideError)) throw error
      const message = `Cannot read the file: ${error.message}`
      return rejected([{ path: '/path', keyword: 'path', message, received: path.slice(0, 60) }])
    }
  },
})

function fileResult(file: string, contracts: Contracts, schema: string | undefined): ToolResult {
  const { result } = validateStableFile(file, (bytes) => {
    const version = digestOf(bytes)
    return { ...validateArtifact(contracts, bytes, schema), version }
  })
  const { id, verdict, value } = result
  const advice = verdict.valid && id !== undefined ? adviceOnTexts(id, value, contracts) : []
  const { content, structuredContent } = verdictResult(verdict, id ?? 'artifact', advice)
  return { content, structuredContent: { ...structuredContent, version: result.version } }
}

const noContract = (known: readonly string[]): Violation => ({
  path: '/schema',
  keyword: 'required',
  message: 'Expected schema, because the artifact names no contract',
  expected: known,
})

function verdictResult(
  verdict: Verdict,
  schema: string,
  advice: readonly Advice[],
  others: readonly Violation[] = [],
): ToolResult {
  const violations = [...others, ...(verdict.valid ? [] : verdict.violations)]
  const more = verdict.valid ? 0 : verdict.more
  return violations.length === 0
    ? success(
        { valid: true, violations: [], ...(advice.length > 0 && { advice }) },
        `The artifact is a valid ${schema}.`,
        ...adviceLines(advice),
      )
    : listed(`The artifact failed validation against ${schema}:`, violations, more, { valid: false })
}
