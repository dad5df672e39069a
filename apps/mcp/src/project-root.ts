import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import {
  AREA_FOLDER,
  attempt,
  findProjectRoot,
  isWithin,
  nearestProject,
  ProjectRootError,
} from '@workbench/workspace'

import type { ServerContext } from './tools/tool.ts'

interface RootOptions extends Omit<ServerContext, 'today'> {
  /** The folders that the client announces. */
  readonly clientRoots: readonly string[]
}

/**
 * Absolute path of the project's root, searched from the folders of the client, of which one with a working area comes
 * first, else from the current directory. Some agents start a plugin's server in the folder of the plugin, which belongs
 * to no project.
 * @throws {ProjectRootError} if nothing says where the project is.
 */
export function projectRootOf({ env, cwd, programFolder, clientRoots }: RootOptions): string {
  const start =
    clientRoots.find((folder) => existsSync(join(nearestProject(folder, env) ?? folder, AREA_FOLDER))) ??
    clientRoots.find((folder) => existsSync(folder)) ??
    clientRoots[0]
  if (start !== undefined && !existsSync(start) && !env['WORKBENCH_ROOT'])
    throw new ProjectRootError(`${start} does not exist; the client announces it as a root`)
  if (start !== undefined) return findProjectRoot({ env, cwd: start })
  const installed = installationOf(programFolder)
  if (!isWithin(installed, cwd)) return findProjectRoot({ env, cwd })
  const { WORKBENCH_ROOT: root, CLAUDE_PROJECT_DIR: project } = env
  if (root || project) return findProjectRoot({ env, cwd: project ? resolve(cwd, project) : cwd })
  throw new ProjectRootError(
    `The folder of the project is not known: the server was started in the folder where it is installed (${installed}), ` +
      'and the client announces no roots. Set the environment variable WORKBENCH_ROOT to the absolute path of the project ' +
      'in the settings of the server',
  )
}

const MANIFESTS = ['.claude-plugin', '.codex-plugin', 'gemini-extension.json']

/** The package or plugin that contains the program. A package of another name is a folder that they were copied to. */
function installationOf(programFolder: string): string {
  for (let folder = programFolder; folder !== dirname(folder); folder = dirname(folder))
    if (MANIFESTS.some((name) => existsSync(join(folder, name))) || isOwnPackage(folder)) return folder
  return programFolder
}

function isOwnPackage(folder: string): boolean {
  const read = () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown }
  const name = attempt(read)?.name
  return typeof name === 'string' && name.startsWith('@workbench/')
}

/** The folders among the roots of a client, which are URIs. What is not the URI of a local folder is ignored. */
export const foldersOf = (roots: readonly unknown[]): string[] =>
  roots.flatMap((root) => attempt(() => fileURLToPath((root as { readonly uri: string }).uri)) ?? [])
