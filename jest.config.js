import { availableParallelism } from 'node:os'

/** @satisfies {import('jest').Config} */
export const common = {
  testEnvironment: '<rootDir>/tools/testing/environment.js',
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  // Packages of the workspace resolve to their source, so that tests do not need a build.
  testEnvironmentOptions: { customExportConditions: ['@workbench/source', 'node', 'node-addons'] },
  transform: { '\\.ts$': ['ts-jest', { useESM: true, tsconfig: '<rootDir>/tsconfig.base.json' }] },
}

const ROOT = import.meta.dirname.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Tests that cause failures, end processes, copy the repository or install packages. `pnpm check` runs them. */
const LONG = `^${ROOT}/(?:${[
  '(?:tools|evaluation|docs)/',
  '.*/(?:attacks|failures|process|processes|programs|shell)/',
  'apps/cli/test/(?:add-command|doctor|hostile-input|integrations|package|seeded-areas)',
  'packages/contracts/test/(?:fix/(?:generated|json)-mistakes|json-text/truncation|package)',
  'packages/workspace/test/evidence/precision',
].join('|')})`

/** @param {string} name @param {import('jest').Config} config */
const projects = (name, config) => [
  {
    ...common,
    ...config,
    displayName: name,
    testRegex: '\\.test\\.ts$',
    testPathIgnorePatterns: [...common.testPathIgnorePatterns, LONG],
  },
  {
    ...common,
    ...config,
    displayName: `${name}-long`,
    testRegex: `${LONG}.*\\.test\\.ts$`,
    globals: { builtPrograms: true },
  },
]

export default {
  // Some tests start and stop servers.
  testTimeout: 120_000,
  // One more than cores: tests wait for processes, servers and timers.
  maxWorkers: availableParallelism() + 1,
  projects: [
    ...projects('packages', {
      roots: ['packages', 'docs', 'tools', 'evaluation/mutants', 'apps/cli', 'apps/hooks', 'apps/mcp'].map(
        (path) => `<rootDir>/${path}`,
      ),
    }),
    // The quick tests of the command and the hook, with the built programs as processes.
    {
      ...projects('processes', { roots: ['<rootDir>/apps/cli', '<rootDir>/apps/hooks'] })[0],
      globals: { builtPrograms: true },
    },
    ...projects('api', {
      roots: ['<rootDir>/apps/api'],
      // One PostgreSQL server for all test files.
      globalSetup: '<rootDir>/apps/api/test/support/database/global-setup.js',
      globalTeardown: '<rootDir>/apps/api/test/support/database/global-teardown.js',
    }),
  ],
}
