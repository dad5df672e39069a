import { delimiter } from 'node:path'

import type { CommandContext } from '../../context.ts'

/** Folders that package managers put on the path of the commands that they run, such as `node_modules/.bin`. */
const ADDED_FOLDER = /[\\/](node_modules[\\/]\.bin|node-gyp-bin|xfs-[0-9a-f]+)[\\/]?$/

/** What Yarn adds to NODE_OPTIONS so that Node.js reads packages in archives. */
const ADDED_OPTION = /(^| )--(require|experimental-loader|loader|import)[ =]\S*\.pnp\.\S+/g

/**
 * The environment in which agents run: without what only the package manager adds if it started this command, as `npx` and
 * `yarn` do.
 */
export function withoutPackageManager(env: CommandContext['env']): CommandContext['env'] {
  if (env['npm_config_user_agent'] === undefined && env['BERRY_BIN_FOLDER'] === undefined) return env
  const folders = (env['PATH'] ?? '').split(delimiter)
  const own = folders.filter((folder) => folder !== env['BERRY_BIN_FOLDER'] && !ADDED_FOLDER.test(folder))
  const options = env['NODE_OPTIONS']?.replaceAll(ADDED_OPTION, '').trim()
  return { ...env, PATH: own.join(delimiter), NODE_OPTIONS: options }
}
