import { defineConfig } from 'rolldown'

import { contractFiles } from '../../build/contract-files.js'

export default defineConfig({
  input: 'src/index.ts',
  platform: 'node',
  plugins: [contractFiles],
  output: [
    { file: 'dist/index.js', format: 'esm' },
    { file: 'dist/index.cjs', format: 'cjs' },
  ],
})
