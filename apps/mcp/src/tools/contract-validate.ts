import { resolve } from 'node:path'

import { formatViolations, UnreadableFileError, type Verdict } from '@workbench/contracts'
import { validateStableFile } from '@workbench/workspace'

import { success, rejected } from '../tool-result.ts'
import { openProject } from './open-project.ts'
import { type Tool, violationsSchema } from './tool.ts'

interface Arguments {
  readonly schema: string
  readonly artifact?: unknown
  readonly path?: string
}

export const contractValidate: Tool<Arguments> = {
  name: 'contract_validate',
  title: 'Validate an artifact',
  description:
    'Checks a JSON artifact against a named contract before you hand it on, and lists every violation with what was ' +
    'expected. Use it whenever you are not sure that an artifact is right. Give the artifact itself, or the path of ' +
    'a file that holds it. It writes nothing; an invalid artifact is an answer, not an error. It refuses a contract ' +
    'that does not exist (and lists those that do) and a file that cannot be read.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: {
    type: 'object',
    required: ['schema'],
    properties: {
      schema: { type: 'string', description: 'Id of the contract, for example finding.v1.' },
      artifact: {
        type: 'object',
        description: 'The artifact, whole, with schema and producedBy. This or path.',
      },
      path: {
        type: 'string',
        description: "Path of the artifact's file, from the project's root. This or artifact.",
      },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      valid: { type: 'boolean', description: 'Whether the artifact follows the contract.' },
      violations: violationsSchema,
    },
  },
  call({ schema, artifact, path }, context) {
    const { root, contracts } = openProject(context)
    const contract = contracts.get(schema)
    if ((artifact === undefined) === (path === undefined)) {
      const message = 'Expected either the artifact itself or the path of its file'
      return rejected([{ path: '/artifact', keyword: 'required', message, expected: ['artifact', 'path'] }])
    }
    if (path === undefined) return verdictOn(contract.validate(artifact), schema)
    try {
      const { result } = validateStableFile(resolve(root, path), (bytes) => ({
        verdict: contract.validateText(bytes),
      }))
      return verdictOn(result.verdict, schema)
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error
      const message = `Cannot read the file: ${error.message}`
      return rejected([{ path: '/path', keyword: 'path', message, received: path }])
    }
  },
}

const verdictOn = (verdict: Verdict, schema: string) =>
  verdict.valid
    ? success({ valid: true, violations: [] }, `The artifact is a valid ${schema}.`)
    : success(
        { valid: false, violations: verdict.violations },
        `The artifact breaks ${schema}:\n${formatViolations(verdict.violations)}`,
      )
