import { availableParallelism } from 'node:os'

/** @satisfies {import('jest').Config} */
export const common = {
  testEnvironment: '<rootDir>/build/jest/environment.js',
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  // Packages of the workspace resolve to their source, so that tests do not need a build.
  testEnvironmentOptions: { customExportConditions: ['@workbench/source', 'node', 'node-addons'] },
  transform: { '\\.ts$': ['ts-jest', { useESM: true, tsconfig: '<rootDir>/tsconfig.base.json' }] },
}

export default {
  // Some tests start and stop servers.
  testTimeout: 60_000,
  // One more than cores: tests wait for processes, servers and timers.
  maxWorkers: availableParallelism() + 1,
  projects: [
    {
      ...common,
      displayName: 'packages',
      testMatch: ['<rootDir>/{packages,docs,build,apps/!(api)}/**/*.test.ts'],
    },
    {
      ...common,
      displayName: 'api',
      testMatch: ['<rootDir>/apps/api/**/*.test.ts'],
      // One PostgreSQL server for all test files.
      globalSetup: '<rootDir>/apps/api/test/support/database/global-setup.js',
      globalTeardown: '<rootDir>/apps/api/test/support/database/global-teardown.js',
    },
  ],
}
