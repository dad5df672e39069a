import { defineConfig } from 'rolldown'

import { contractFiles } from '../../build/contract-files.js'

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  resolve: { conditionNames: ['@workbench/source', 'node', 'import', 'default'] },
  plugins: [contractFiles],
  output: { dir: 'dist', format: 'esm', cleanDir: true },
})
