import { isObject, type Violation } from '@workbench/contracts'
import { InvalidArtifactError, readRejected, type WorkingArea, type WriteRequest } from '@workbench/workspace'
// The main file has TypeScript beside it that imports what is not published, which tsx prefers.
import { applyPatch, type Operation } from 'fast-json-patch/commonjs/core.js'

type Target = Pick<WriteRequest, 'schema' | 'wave' | 'agent'>

/**
 * The artifact that was rejected last, with a patch applied.
 * @param patch operations of RFC 6902
 * @param known the digest of what this session knows as rejected last; undefined if it knows of none
 * @throws {InvalidArtifactError} if none was kept, another session replaced it, or an operation fails.
 */
export function patchRejected(
  area: WorkingArea,
  target: Target,
  patch: readonly unknown[],
  known: string | undefined,
): Record<string, unknown> {
  const rejected = readRejected(area, target)
  if (!rejected || (known !== undefined && rejected.digest !== known))
    throw new InvalidArtifactError([
      violation(
        '/patch',
        `No rejected ${target.schema} of this agent and wave is kept; send artifact instead of patch`,
      ),
    ])
  const problems = patch.flatMap((operation, index) => problemOf(operation, index))
  if (problems.length > 0) throw new InvalidArtifactError(problems)
  const operations = patch.map((operation) => belowArtifact(operation as Operation))
  const { artifact } = apply({ artifact: rejected.artifact }, operations)
  if (!isObject(artifact)) throw new InvalidArtifactError([violation('/patch', 'The patch leaves no object')])
  return artifact
}

/** @throws {InvalidArtifactError} if an operation fails. */
function apply(document: { artifact: unknown }, operations: readonly Operation[]): { artifact: unknown } {
  try {
    return applyPatch(document, operations, true, false).newDocument
  } catch (error) {
    const { index = 0, message } = error as { index?: number; message: string }
    const [reason = ''] = message.split('\n')
    throw new InvalidArtifactError([violation(`/patch/${index}`, `The operation fails: ${reason}`)])
  }
}

const NAMES = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test'])

function problemOf(operation: unknown, index: number): Violation[] {
  const { op, path, from } = isObject(operation) ? operation : {}
  const isPointer = (pointer: unknown) => typeof pointer === 'string' && /^(?:\/|$)/.test(pointer)
  const isValid =
    typeof op === 'string' &&
    NAMES.has(op) &&
    isPointer(path) &&
    (!/^(move|copy)$/.test(op) || isPointer(from))
  const message =
    'Expected an operation of RFC 6902, as { "op": "replace", "path": "/severity", "value": "high" }'
  return isValid ? [] : [violation(`/patch/${index}`, message)]
}

/** With the paths in an object that contains the artifact: an operation can replace the whole. */
const belowArtifact = (operation: Operation): Operation => ({
  ...operation,
  path: `/artifact${operation.path}`,
  ...('from' in operation && { from: `/artifact${operation.from}` }),
})

const violation = (path: string, message: string): Violation => ({ path, keyword: 'patch', message })
