import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

const HEAD_BYTES = 65_536

/** The first 64 KiB of a plain file; nothing if it cannot be read. */
export function readHead(file: string): Uint8Array {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    try {
      if (!fstatSync(descriptor).isFile()) return new Uint8Array()
      const buffer = Buffer.allocUnsafe(HEAD_BYTES)
      return buffer.subarray(0, readSync(descriptor, buffer, 0, HEAD_BYTES, null))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return new Uint8Array()
  }
}
