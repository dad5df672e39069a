import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import jest from 'eslint-plugin-jest'
import tseslint from 'typescript-eslint'

/** @type {import('eslint').Linter.RulesRecord} */
const processOnlyInMain = {
  'no-restricted-globals': [
    'error',
    {
      name: 'process',
      message: 'Only an entry point (main.ts, bin/) may use process; pass in what is needed.',
    },
    { name: 'console', message: 'Write to the streams that main.ts passes as arguments.' },
  ],
  'no-restricted-imports': [
    'error',
    { paths: [{ name: 'node:process', message: 'Only an entry point (main.ts, bin/) may import it.' }] },
  ],
}

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '**/node_modules/',
    'packages/contracts/src/types/contract-types.ts',
    'apps/api/src/openapi/types.ts',
    // Programs of their own, installed only when they are needed.
    'bench/api/fastify/',
    'bench/api/nest/',
    'build/mutants/stryker/',
    'apps/api/test/tools/clients/',
  ]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  // The compiler reports undefined names.
  { rules: { 'no-undef': 'off' } },
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `return reject(…)` in a function without a result ends a guard clause.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/prefer-nullish-coalescing': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'object-shorthand': 'error',
      eqeqeq: 'error',
      // Nothing has an enum, and looking for one in each type takes a tenth of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
    },
  },
  {
    files: ['{packages,apps}/*/src/**/*.ts', 'bench/**/*.ts'],
    ignores: ['**/main.ts', '**/bin/*.ts', '**/*.test.ts'],
    rules: processOnlyInMain,
  },
  {
    files: ['**/*.test.ts'],
    extends: [jest.configs['flat/recommended']],
    rules: {
      // Property tests assert in a callback of fast-check, data-driven ones in a shared helper.
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', '*.expect*', 'fc.assert'] },
      ],
      'jest/no-standalone-expect': 'off',
    },
  },
)
