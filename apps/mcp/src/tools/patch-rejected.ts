import { isObject } from '@workbench/contracts'
import { InvalidArtifactError, readRejected, type WorkingArea, type WriteRequest } from '@workbench/workspace'
// The main file has TypeScript beside it that imports what is not published, which tsx prefers.
import { applyOperation, type Operation } from 'fast-json-patch/commonjs/core.js'

/** Of an artifact with copies, in UTF-16 code units. */
const MAX_LENGTH = 2 ** 20

/**
 * The artifact that was rejected last, with a patch applied.
 * @param patch operations of RFC 6902
 * @param own the digests of the artifacts that this session has sent; none after a start of the server
 * @throws {InvalidArtifactError} if none was kept, another session replaced it, or an operation fails.
 */
export function patchRejected(
  area: WorkingArea,
  target: Pick<WriteRequest, 'schema' | 'wave' | 'agent'>,
  patch: readonly unknown[],
  own: ReadonlySet<string>,
): Record<string, unknown> {
  const kept = readRejected(area, target)
  if (!kept || (own.size > 0 && !own.has(kept.digest)))
    throw failure(
      '/patch',
      `No rejected ${target.schema} of this agent and wave is kept; send artifact instead of patch`,
    )
  const artifact = apply(kept.artifact, patch as readonly Operation[])
  if (!isObject(artifact)) throw failure('/patch', 'The patch leaves no object')
  return artifact
}

function apply(artifact: unknown, patch: readonly Operation[]): unknown {
  let result = artifact
  for (const [index, operation] of patch.entries())
    try {
      result = applyOperation(result, operation, true).newDocument
      // Copies of copies grow exponentially.
      if (operation.op === 'copy' && JSON.stringify(result).length > MAX_LENGTH)
        throw new RangeError('The artifact has more than 1 MiB with this copy')
    } catch (error) {
      const [reason = ''] = (error as Error).message.split('\n')
      throw failure(`/patch/${index}`, `The operation fails: ${reason}`)
    }
  return result
}

const failure = (path: string, message: string): InvalidArtifactError =>
  new InvalidArtifactError([{ path, keyword: 'patch', message }])
