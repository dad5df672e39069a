import { lstatSync, type Stats } from 'node:fs'

import type { CheckedFile } from '../deliverables.ts'
import { realPath } from '../files/confined-file.ts'

/** Inode, size, mtime and ctime. The ctime changes with every other one, and no program can set it. */
export type FileState = readonly [number, number, number, number]

/** Undefined on another file system than the one with this number, which was not checked. */
export const stateOn = (dev: number, stat: Stats): FileState | undefined =>
  stat.dev === dev ? [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs] : undefined

export const isSameState = (a: FileState | undefined, b: FileState | undefined): boolean =>
  a !== undefined && b !== undefined && a.every((value, index) => value === b[index])

/** A file of the project that a valid handoff names, as it was when the handoff was validated. */
export interface KnownDeliverable {
  /** Absolute path. */
  readonly file: string
  /** The same without links: the file was inside the project. */
  readonly resolved: string
  readonly state: FileState
}

/** Undefined if a later change could not be told from this state. */
export function toKnownDeliverable(
  { file, stat }: CheckedFile,
  dev: number,
  isSettled: (stat: Stats) => boolean,
): KnownDeliverable | undefined {
  const state = isSettled(stat) ? stateOn(dev, stat) : undefined
  const resolved = realPath(file)
  return state && resolved !== undefined ? { file, resolved, state } : undefined
}

/** Whether the path leads to the same file as then, and the file did not change. */
export function isUnchanged({ file, resolved, state }: KnownDeliverable, dev: number): boolean {
  if (realPath(file) !== resolved) return false
  const stat = lstatSync(resolved, { throwIfNoEntry: false })
  return isSameState(stat && stateOn(dev, stat), state)
}
