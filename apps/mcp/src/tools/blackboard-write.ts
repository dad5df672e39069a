import { resolve } from 'node:path'

import { escapeText } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import {
  forgetRejected,
  InvalidArtifactError,
  keepRejected,
  readRejected,
  SEGMENT_NAME_PATTERN,
  type WorkingArea,
  writeArtifact,
  type WriteRequest,
} from '@workbench/workspace'

import { listed, rejected, success, type ToolResult } from '../tool-result.ts'
import { inexactNumbers } from './inexact-numbers.ts'
import { patchRejected } from './patch-rejected.ts'
import { defineTool } from './tool.ts'

type Arguments = Omit<WriteRequest, 'artifact' | 'replace' | 'textViolations' | 'own'> &
  Partial<Pick<WriteRequest, 'artifact' | 'replace'>> & { readonly patch?: readonly unknown[] }

export const blackboardWrite = defineTool<Arguments>({
  name: 'blackboard_write',
  title: 'Write to the blackboard',
  description:
    'Shares your artifact with the other agents: validates it against its contract and writes it atomically to ' +
    '.workbench/blackboard/<wave>/<agent>.json. Use it for every artifact except facts, instead of writing the file ' +
    'yourself. It sets schema and producedBy, so omit them. It rejects an invalid artifact, lists every violation and ' +
    'writes nothing, but keeps it: send only patch then, in place of artifact. A second call with the same contract and ' +
    'id, or target and dimension, replaces your artifact; to replace another one, set replace: true. If others write the ' +
    'same file, set expected to the version that you have read, so ' +
    'that you do not replace theirs. It rejects a handoff.v1 whose deliverables are missing, outside of the project, or ' +
    'invalid. For fact.v1 use memory_write.',
  annotations: { readOnlyHint: false, idempotentHint: true },
  required: ['schema', 'agent', 'wave'],
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
      description: 'The members of the artifact, without schema and producedBy. Set this or patch.',
    },
    patch: {
      type: 'array',
      description:
        'Completes your artifact that was rejected last, in place of artifact: operations of JSON Patch (RFC 6902).',
      items: { type: 'object' },
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
  call({ replace = false, artifact, patch, ...target }, { area, contracts, own }) {
    if ((artifact === undefined) === (patch === undefined)) {
      const message = 'Expected either artifact or patch'
      return rejected([{ path: '/artifact', keyword: 'required', message, expected: ['artifact', 'patch'] }])
    }
    const complete = artifact ?? patchRejected(area, target, patch ?? [], own)
    const request = { ...target, artifact: complete, replace, own, textViolations: inexactNumbers(complete) }
    try {
      const { advice, ...result } = writeArtifact(area, contracts, request)
      forgetRejected(area, target)
      own.add(result.version)
      const { bytes, replaced, version } = result
      const path = resolve(area.root, result.path)
      return success(
        { ...result, path },
        `${replaced ? 'Replaced' : 'Wrote'} ${escapeText(path)}, a valid ${target.schema} of ${bytes} bytes. Its version is ${version}.`,
        advice,
      )
    } catch (error) {
      if (!(error instanceof InvalidArtifactError)) throw error
      return keptResult(area, request, error, own)
    }
  },
})

/** Keeps a rejected artifact. Says less of one that is the same as before. */
function keptResult(
  area: WorkingArea,
  request: WriteRequest,
  { violations, more }: InvalidArtifactError,
  own: Set<string>,
): ToolResult {
  const before = readRejected(area, request)
  const kept = keepRejected(area, request, request.artifact)
  if (!kept) {
    forgetRejected(area, request)
    return rejected(violations, more)
  }
  own.add(kept.digest)
  if (before?.digest === kept.digest) {
    const count = pluralize(violations.length + more, 'violation')
    const text = `Nothing has changed: the same artifact was rejected before. It has ${count}, the first at ${violations[0]?.path}; send patch.`
    const places = violations.map(({ path, keyword }) => ({ path, keyword }))
    return { ...success({ violations: places }, escapeText(text)), isError: true }
  }
  const heading =
    'The artifact was rejected and kept. Call again with patch, in place of artifact, that fixes:'
  // The message has the list that was expected, and contract_show the template.
  const short = violations.map(({ template: _, schemaPath: __, expected, ...violation }) => ({
    ...violation,
    ...(!Array.isArray(expected) && { expected }),
  }))
  return { ...listed(heading, short, more, { kept: kept.path }), isError: true }
}
