import { resolve } from 'node:path'

import { escapeText } from '@workbench/contracts'
import { SEGMENT_NAME_PATTERN, writeArtifact, type WriteRequest } from '@workbench/workspace'

import { success } from '../tool-result.ts'
import { inexactNumbers } from './inexact-numbers.ts'
import { defineTool, listOfObjects, violationMembers } from './tool.ts'

type Arguments = Omit<WriteRequest, 'replace' | 'textViolations' | 'isOwn'> &
  Partial<Pick<WriteRequest, 'replace'>>

export const blackboardWrite = defineTool<Arguments>({
  name: 'blackboard_write',
  title: 'Write to the blackboard',
  description:
    'Shares your artifact with the other agents: validates it against its contract and writes it atomically to ' +
    '.workbench/blackboard/<wave>/<agent>.json. Use it for every artifact except facts, instead of writing the file ' +
    'yourself. It sets schema and producedBy, so omit them. It rejects an invalid artifact, lists every violation and ' +
    'writes nothing. A second call with the same contract and id, or target and dimension, replaces ' +
    'your artifact; to replace another one, set replace: true. If others write the same file, set expected to the version that you have read, so ' +
    'that you do not replace theirs. It rejects a handoff.v1 whose deliverables are missing, outside of the project, or ' +
    'invalid. For fact.v1 use memory_write.',
  annotations: { readOnlyHint: false, idempotentHint: true },
  required: ['schema', 'agent', 'wave', 'artifact'],
  input: {
    schema: {
      type: 'string',
      description:
        'Id of the contract, for example finding.v1; any except fact.v1. contract_show lists the ids and their members.',
    },
    agent: {
      type: 'string',
      pattern: SEGMENT_NAME_PATTERN,
      description: 'Your name: at most 64 lower-case letters, digits, dots, dashes and underscores.',
    },
    wave: {
      type: 'string',
      pattern: SEGMENT_NAME_PATTERN,
      description: 'The wave that you work in, for example w1. Same characters as agent.',
    },
    artifact: {
      type: 'object',
      description: 'The members of the artifact, without schema and producedBy.',
    },
    replace: {
      type: 'boolean',
      description:
        'Whether to replace an artifact of another contract, another session or about something else.',
      default: false,
    },
    expected: {
      type: ['string', 'null'],
      description:
        'The version to replace, from the result of blackboard_write or contract_validate; null if there must be no file. The call is rejected if the file has another version. Omit it to replace any version.',
    },
  },
  output: {
    path: { type: 'string', description: 'Absolute path of the file.' },
    bytes: { type: 'integer', description: 'Size of the file in bytes.' },
    replaced: { type: 'boolean', description: 'Whether it replaced an existing artifact.' },
    version: {
      type: ['string', 'null'],
      description: 'Digest of the file, for expected of the next call; null if there is no file.',
    },
    advice: listOfObjects(
      'Deliverables of a handoff that have another size, and texts that have lost a backslash; absent without any.',
    ),
    ...violationMembers,
  },
  call({ replace = false, ...request }, { area, contracts, own }) {
    const textViolations = inexactNumbers(request.artifact)
    const keyOf = (path: string, digest: string): string => `${digest} ${resolve(area.root, path)}`
    const isOwn = (path: string, digest: string): boolean => own.has(keyOf(path, digest))
    const written = writeArtifact(area, contracts, { ...request, replace, textViolations, isOwn })
    own.add(keyOf(written.path, written.version))
    const { advice, ...result } = { ...written, path: resolve(area.root, written.path) }
    const { path, bytes, replaced, version } = result
    return success(
      { ...result, ...(advice.length > 0 && { advice }) },
      `${replaced ? 'Replaced' : 'Wrote'} ${escapeText(path)}, a valid ${request.schema} of ${bytes} bytes. Its version is ${version}.`,
      ...advice.map(({ path: pointer, message }) => escapeText(`Advice: ${pointer}: ${message}`)),
    )
  },
})
