import { fileURLToPath } from 'node:url'

import { common } from '../jest.config.js'

export default {
  ...common,
  rootDir: fileURLToPath(new URL('..', import.meta.url)),
  testMatch: ['<rootDir>/{bench,evaluation/repair}/**/*.test.ts'],
  testTimeout: 60_000,
}
