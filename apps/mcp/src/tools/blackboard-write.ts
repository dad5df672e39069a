import { SEGMENT_NAME_PATTERN, writeArtifact } from '@workbench/workspace'

import { success } from '../tool-result.ts'
import { openProject } from './open-project.ts'
import { type Tool, violationsSchema } from './tool.ts'

interface Arguments {
  readonly schema: string
  readonly agent: string
  readonly wave: string
  readonly artifact: Readonly<Record<string, unknown>>
  readonly replace?: boolean
}

export const blackboardWrite: Tool<Arguments> = {
  name: 'blackboard_write',
  title: 'Write to the blackboard',
  description:
    'Hands your artifact to the other agents: checks it against its contract and writes it to ' +
    '.workbench/blackboard/<wave>/<agent>.json, whole or not at all. Use it for every artifact but facts, instead of ' +
    'writing the file yourself. It sets schema and producedBy, so leave them out. It refuses an artifact that breaks ' +
    'its contract, with every violation, and writes nothing then. Calling it again for the same contract replaces ' +
    'your artifact; in place of an artifact of another contract it needs replace: true. For fact.v1 use memory_write.',
  annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: false },
  inputSchema: {
    type: 'object',
    required: ['schema', 'agent', 'wave', 'artifact'],
    properties: {
      schema: { type: 'string', description: 'Id of the contract, for example finding.v1; any but fact.v1.' },
      agent: {
        type: 'string',
        pattern: SEGMENT_NAME_PATTERN,
        description: 'Your name: lower-case letters, digits, dots, dashes and underscores, at most 64.',
      },
      wave: {
        type: 'string',
        pattern: SEGMENT_NAME_PATTERN,
        description: 'The wave that you work in, for example w1; written like the name.',
      },
      artifact: { type: 'object', description: 'The members of the artifact besides schema and producedBy.' },
      replace: {
        type: 'boolean',
        description: 'Whether an artifact of another contract may be replaced.',
        default: false,
      },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: "Where the artifact stands, from the project's root." },
      bytes: { type: 'integer', description: 'Its size in bytes.' },
      replaced: { type: 'boolean', description: 'Whether it took the place of another one.' },
      violations: violationsSchema,
    },
  },
  call({ replace = false, ...request }, context) {
    const { area, contracts } = openProject(context)
    const written = writeArtifact(area, contracts, { ...request, replace })
    const { path, bytes, replaced } = written
    return success(
      { ...written },
      `${replaced ? 'Replaced' : 'Wrote'} ${path}, a valid ${request.schema} of ${bytes} bytes.`,
    )
  },
}
