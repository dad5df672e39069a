import type { KnownRecords } from './known-records.ts'
import { type KnownFolder, STATE_LENGTH } from './list-changes.ts'

/** The content of the cache. */
interface AreaCache {
  /** What the verdicts depend on, besides the files and the records. */
  readonly inputs: string
  readonly records: KnownRecords
  /** By their path from the working area. */
  readonly folders: ReadonlyMap<string, KnownFolder>
}

const LENGTH_BYTES = 8

/** The states of the files as numbers of 8 bytes, after their count; then the rest as JSON. */
export function encode({ inputs, records, folders }: AreaCache): Buffer {
  const states = [...folders.values()].map(({ states }) => states)
  const json = {
    inputs,
    records,
    folders: [...folders].map(([key, folder]) => [key, { ...folder, states: [] }]),
  }
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(states.reduce((sum, list) => sum + list.byteLength, 0))
  return Buffer.concat([
    length,
    ...states.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
    Buffer.from(JSON.stringify(json)),
  ])
}

/** What {@link encode} has encoded; undefined for no content. */
export function decode(content: Buffer | undefined): AreaCache | undefined {
  if (!content) return undefined
  const end = LENGTH_BYTES + content.readUInt32LE()
  const states = new Float64Array(Uint8Array.from(content.subarray(LENGTH_BYTES, end)).buffer)
  const { inputs, records, folders } = JSON.parse(content.toString('utf8', end)) as Omit<
    AreaCache,
    'folders'
  > & {
    folders: (readonly [string, KnownFolder])[]
  }
  let offset = 0
  const withStates = ([key, folder]: readonly [string, KnownFolder]): [string, KnownFolder] => {
    const start = offset
    offset += folder.files.length * STATE_LENGTH
    return [key, { ...folder, states: states.subarray(start, offset) }]
  }
  return { inputs, records, folders: new Map(folders.map(withStates)) }
}
