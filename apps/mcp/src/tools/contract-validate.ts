import { resolve } from 'node:path'

import { formatViolations, UnreadableFileError, type Verdict } from '@workbench/contracts'
import { validateStableFile } from '@workbench/workspace'

import { rejected, success } from '../tool-result.ts'
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
    'Validates a JSON artifact against a contract and lists every violation with the expected value. Use it before ' +
    'you pass an artifact on. Set artifact to the artifact itself, or path to the path of its file. It writes nothing; ' +
    'an invalid artifact is a normal result, not an error. It rejects an unknown contract, and lists the known ones, ' +
    'and a file that cannot be read.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: {
    type: 'object',
    required: ['schema'],
    properties: {
      schema: { type: 'string', description: 'Id of the contract, for example finding.v1.' },
      artifact: {
        type: 'object',
        description: 'The complete artifact, with schema and producedBy. Set this or path.',
      },
      path: {
        type: 'string',
        description: "Path of the artifact's file, relative to the project's root. Set this or artifact.",
      },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      valid: { type: 'boolean', description: 'Whether the artifact is valid.' },
      violations: violationsSchema,
    },
  },
  call({ schema, artifact, path }, context) {
    const { root, contracts } = openProject(context)
    const contract = contracts.get(schema)
    if ((artifact === undefined) === (path === undefined)) {
      const message = 'Expected either artifact or path'
      return rejected([{ path: '/artifact', keyword: 'required', message, expected: ['artifact', 'path'] }])
    }
    if (path === undefined) return verdictResult(contract.validate(artifact), schema)
    try {
      const { result } = validateStableFile(resolve(root, path), (bytes) => ({
        verdict: contract.validateText(bytes),
      }))
      return verdictResult(result.verdict, schema)
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error
      const message = `Cannot read the file: ${error.message}`
      return rejected([{ path: '/path', keyword: 'path', message, received: path }])
    }
  },
}

const verdictResult = (verdict: Verdict, schema: string) =>
  verdict.valid
    ? success({ valid: true, violations: [] }, `The artifact is a valid ${schema}.`)
    : success(
        { valid: false, violations: verdict.violations },
        `The artifact failed validation against ${schema}:\n${formatViolations(verdict.violations)}`,
      )
