/**
 * @typedef {object} Target
 * @property {string} mutate The files whose code is mutated, as a glob.
 * @property {string[]} tests The test files that run that code from source, as globs.
 * @property {string[]} [except] Test files among them that take no part: they run built code, or take minutes.
 * @property {boolean} [needsDatabase] Whether the tests need a PostgreSQL server in TEST_DATABASE_URL.
 */

/** @type {Record<string, Target>} */
export const targets = {
  workspace: {
    mutate: 'packages/workspace/src/**/*.ts',
    tests: ['packages/workspace/test/**/*.test.ts'],
    // They start bundled programs: the mutants in them are never active.
    except: ['/workspace/test/crash', '/workspace/test/concurrency', '/workspace/test/failures/write-errors'],
  },
  domain: {
    mutate: 'apps/api/src/domain/**/*.ts',
    tests: [
      'apps/api/src/domain/**/*.test.ts',
      'apps/api/test/domain/**/*.test.ts',
      'apps/api/test/{conditions,states,resources,lists,errors,endpoints}.test.ts',
    ],
    needsDatabase: true,
  },
  contracts: {
    mutate: 'packages/contracts/src/{validator,violations,json-text,catalog}/**/*.ts',
    tests: ['packages/contracts/test/**/*.test.ts'],
    // They check other folders of the package, for minutes, or what is built.
    except: [
      '/contracts/test/(compatibility|fuzz|regexp)/',
      '/contracts/test/(package|generation|compiler|codegen)',
    ],
  },
}
