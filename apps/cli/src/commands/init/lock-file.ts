import { CannotRun } from '../../exit-status.ts'
import { SettingError } from './edits/setting.ts'
import { readProjectFile } from './project-files.ts'

/** The commands with which a package manager installs the versions of a lock file, and with which it starts the command. */
export interface LockFile {
  readonly install: readonly string[]
  readonly command: string
}

const NPM = () => ({ install: ['npm ci'], command: 'npx --no workbench' })

/** By the name of the file. The text tells versions of Yarn apart. */
const LOCK_FILES: Readonly<Record<string, (text: string) => LockFile>> = {
  'package-lock.json': NPM,
  'npm-shrinkwrap.json': NPM,
  'pnpm-lock.yaml': () => ({
    install: ['corepack enable', 'pnpm install --frozen-lockfile'],
    command: 'pnpm exec workbench',
  }),
  'yarn.lock': (text) => {
    const option = text.includes('__metadata:') ? '--immutable' : '--frozen-lockfile'
    return { install: ['corepack enable', `yarn install ${option}`], command: 'yarn workbench' }
  },
}

/**
 * The lock file of a project that has a version of this command; undefined if there is none.
 * @throws {CannotRun} if one cannot be read
 */
export function findLockFile(root: string): LockFile | undefined {
  for (const [name, toLockFile] of Object.entries(LOCK_FILES))
    try {
      const text = readProjectFile(root, name)
      if (text?.includes('@workbench/cli')) return toLockFile(text)
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      throw new CannotRun(`Cannot read ${name}: ${error.message}`)
    }
  return undefined
}
