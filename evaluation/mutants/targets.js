import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Paths are relative to the repository. A folder stands for the source files or test files at any depth.
 * @typedef {object} Target
 * @property {string[]} mutate The source that is mutated.
 * @property {string[]} tests The tests that run that code from source.
 * @property {string[]} [except] Tests among them that take no part: they run built code, or take minutes.
 * @property {'in-process' | 'jest-file-by-file'} runner `in-process` is many times faster, but does without Jest's environment.
 * @property {boolean} [needsDatabase] Whether the tests need a PostgreSQL server in TEST_DATABASE_URL.
 */

/** @type {Record<string, Target>} */
export const targets = {
  facts: {
    mutate: ['packages/workspace/src/facts'],
    runner: 'in-process',
    tests: ['packages/workspace/test'],
    // They test bundled programs: the mutants in them are never active.
    except: [
      'packages/workspace/test/processes',
      'packages/workspace/test/failures/folder-race.test.ts',
      'packages/workspace/test/failures/write-errors.test.ts',
    ],
  },
  domain: {
    mutate: ['apps/api/src/domain'],
    runner: 'jest-file-by-file',
    tests: [
      'resources/resources.test.ts',
      'resources/states.test.ts',
      'resources/lists.test.ts',
      'http/conditional-requests.test.ts',
      'http/errors.test.ts',
      'http/endpoints.test.ts',
    ].map((name) => `apps/api/test/${name}`),
    needsDatabase: true,
  },
  contracts: {
    mutate: ['validator', 'failures', 'words', 'catalog'].map((name) => `packages/contracts/src/${name}`),
    runner: 'in-process',
    tests: ['packages/contracts/test'],
    // They check other folders of the package or what is built, or take long.
    except: [
      'failures/large-artifacts.test.ts',
      'failures/long-paths.test.ts',
      'failures/read-file.test.ts',
      'fuzz',
      'json-text/truncation.test.ts',
      'regexp',
      'codegen/codegen.test.ts',
      'contract-properties.test.ts',
      'package.test.ts',
    ].map((name) => `packages/contracts/test/${name}`),
  },
}

/**
 * The paths that the targets name and that do not exist.
 * @param {string} repository
 */
export function missingPaths(repository) {
  return Object.values(targets)
    .flatMap(({ mutate, tests, except = [] }) => [...mutate, ...tests, ...except])
    .filter((path) => !existsSync(join(repository, path)))
}

/**
 * The test files of a target.
 * @param {string} repository
 * @param {Target} target
 */
export function testFilesOf(repository, { tests, except = [] }) {
  return tests
    .flatMap((root) => filesBelow(repository, root))
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => !except.some((other) => path === other || path.startsWith(`${other}/`)))
}

/**
 * @param {string} repository
 * @param {string} path A file or a folder.
 */
function filesBelow(repository, path) {
  if (path.endsWith('.ts')) return [path]
  return readdirSync(join(repository, path), { recursive: true, encoding: 'utf8' })
    .map((file) => `${path}/${file.replaceAll('\\', '/')}`)
    .sort()
}

/**
 * @param {string} path A file or a folder.
 * @param {string} files The files in the folder, as a glob.
 */
export function globOf(path, files) {
  return path.endsWith('.ts') ? path : `${path}/**/${files}`
}
