import { statSync } from 'node:fs'
import { join } from 'node:path'

import { describeFsError } from '@workbench/contracts/internal'
import {
  areaPath,
  attempt,
  describeWriter,
  type EventFile,
  listArea,
  openArea,
  pathInArea,
  type WorkingArea,
  type Writer,
} from '@workbench/workspace'

import { pathInAreaOf } from './paths/named-paths.ts'
import { absolutePath, fileExists, leavesProject, resolvePath } from './paths/resolve-path.ts'
import type { TaskFile } from './task.ts'

/**
 * The files that the arguments of a tool name and that are not in the working area of the project, each once.
 * @param paths as spelled in the event
 * @param written those that the tool wrote
 */
export function filesElsewhere(
  paths: readonly string[],
  root: string,
  cwd: string,
  written: ReadonlySet<string>,
): TaskFile[] {
  const files = new Map<string, TaskFile>()
  for (const path of paths) {
    const spelled = absolutePath(path, cwd)
    const resolved = resolvePath(path, cwd)
    // A link to nothing is a file, too.
    const file = fileExists(resolved) ? resolved : spelled
    const problem = leavesProject(spelled) ? LINK : undefined
    const key = `${problem}:${file}`
    if (files.has(key) || pathInAreaOf(root, file) !== undefined) continue
    files.set(key, {
      ...{ path, file, root, problem, isChanged: written.has(path), isOthers: false },
      size: attempt(() => statSync(spelled, { throwIfNoEntry: false }))?.size ?? 0,
    })
  }
  return [...files.values()]
}

const LINK =
  'it could not be validated: a link in its path leads out of the project; replace it by what it names'

/**
 * The files of a working area that an event is about. If it cannot be recorded who wrote what, for example in a read-only
 * folder, all are those of the agent; if they cannot be listed, one of them says so.
 * @param root the project
 * @param first the project of the agent's current directory
 * @param reader the agent that is told of them
 */
export function areaFiles(
  root: string,
  first: string,
  reader: Writer,
  record: (area: WorkingArea) => readonly EventFile[],
): TaskFile[] {
  const area = openArea(root)
  const files = attempt(() => record(area)) ?? listedFiles(area)
  return files.map(({ path: inArea, size, problem, kind, isChanged, writer }) => {
    const path = areaPath(inArea)
    return {
      ...{ root, inArea, isChanged, problem, size },
      path: root === first ? path : join(root, path),
      file: pathInArea(area, inArea),
      isOthers: kind === 'others',
      writer: describeWriter(writer, reader),
    }
  })
}

/** All of them are those of the agent. */
function listedFiles(area: WorkingArea): EventFile[] {
  const own = { kind: 'own', isChanged: true } as const
  try {
    return listArea(area).map((file) => ({ ...file, ...own }))
  } catch (error) {
    const problem = `it could not be validated: Cannot list ${areaPath()}: ${describeFsError(error, 'list')}`
    return [{ path: '', size: 0, version: '', problem, ...own }]
  }
}
