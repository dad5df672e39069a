import { fileURLToPath } from 'node:url'

import jestConfig, { common } from '../../jest.config.js'

import { globOf, targets } from './targets.js'

const target = targets[process.env['MUTANTS_TARGET'] ?? '']
if (target === undefined) throw new Error('MUTANTS_TARGET names no target')

/** @type {import('jest').Config} */
export default {
  ...common,
  testTimeout: jestConfig.testTimeout,
  rootDir: fileURLToPath(new URL('../../', import.meta.url)),
  testEnvironment: fileURLToPath(new URL('stryker/test-environment.cjs', import.meta.url)),
  setupFilesAfterEnv: ['<rootDir>/evaluation/mutants/setup.js'],
  testMatch: target.tests.map((path) => `<rootDir>/${globOf(path, '*.test.ts')}`),
  testPathIgnorePatterns: [
    ...common.testPathIgnorePatterns,
    ...(target.except ?? []).map((path) => `<rootDir>/${path}`),
  ],
}
