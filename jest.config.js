/** @satisfies {import('jest').Config} */
export const common = {
  testEnvironment: '<rootDir>/build/jest/environment.js',
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  // Packages of the workspace are tested from their source; no build stands between an edit and its test.
  testEnvironmentOptions: { customExportConditions: ['@workbench/source', 'node', 'node-addons'] },
  transform: { '\\.ts$': ['ts-jest', { useESM: true, tsconfig: '<rootDir>/tsconfig.base.json' }] },
}

export default {
  // Some tests start and stop servers.
  testTimeout: 60_000,
  // Most of them wait for something; left to itself, Jest would run one at a time on a machine of two cores.
  maxWorkers: '100%',
  projects: [
    {
      ...common,
      displayName: 'packages',
      testMatch: ['<rootDir>/{packages,docs,bench,build,apps/!(api)}/**/*.test.ts'],
    },
    {
      ...common,
      displayName: 'api',
      testMatch: ['<rootDir>/apps/api/**/*.test.ts'],
      // A database server for the run, which nothing else needs.
      globalSetup: '<rootDir>/apps/api/test/support/global-setup.js',
      globalTeardown: '<rootDir>/apps/api/test/support/global-teardown.js',
    },
  ],
}
