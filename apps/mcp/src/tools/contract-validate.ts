import { resolve } from 'node:path'

import {
  type Contracts,
  isObject,
  UnreadableFileError,
  validateArtifact,
  type Violation,
} from '@workbench/contracts'
import { readFile } from '@workbench/contracts/internal'
import { adviceOnTexts, digestOf, openConfined, OutsideError } from '@workbench/workspace'

import { listed, rejected, success, type ToolResult } from '../tool-result.ts'
import { inexactNumbers } from './inexact-numbers.ts'
import { defineTool } from './tool.ts'

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
      return verdictResult({ id, verdict, value: artifact }, contracts, inexactNumbers(artifact))
    }
    try {
      return openConfined(resolve(root, path), [root, ...clientRoots], (file) => {
        const { bytes } = readFile(file)
        const result = validateArtifact(contracts, bytes, schema)
        return verdictResult({ ...result, version: digestOf(bytes) }, contracts)
      })
    } catch (error) {
      if (!(error instanceof UnreadableFileError || error instanceof OutsideError)) throw error
      const message = `Cannot read the file: ${error.message}`
      return rejected([{ path: '/path', keyword: 'path', message, received: path.slice(0, 60) }])
    }
  },
})

const noContract = (known: readonly string[]): Violation => ({
  path: '/schema',
  keyword: 'required',
  message: 'Expected schema, because the artifact names no contract',
  expected: known,
})

/** @param others violations beside those of the contract */
function verdictResult(
  { id, verdict, value, version }: ReturnType<typeof validateArtifact> & { readonly version?: string },
  contracts: Contracts,
  others: readonly Violation[] = [],
): ToolResult {
  const violations = [...others, ...(verdict.valid ? [] : verdict.violations)]
  const more = verdict.valid ? 0 : verdict.more
  const members = { valid: violations.length === 0, ...(version !== undefined && { version }) }
  if (violations.length > 0 || id === undefined)
    return listed(`The artifact failed validation against ${id ?? 'artifact'}:`, violations, more, members)
  const advice = adviceOnTexts(id, value, contracts)
  return success({ ...members, violations }, `The artifact is a valid ${id}.`, advice)
}
