/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{packages,apps,docs}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  // Packages of the workspace are tested from their source; no build stands between an edit and its test.
  testEnvironmentOptions: { customExportConditions: ['@workbench/source', 'node', 'node-addons'] },
  transform: { '\\.ts$': ['ts-jest', { useESM: true, tsconfig: '<rootDir>/tsconfig.base.json' }] },
}
