import { dts } from 'rollup-plugin-dts'

/** One declaration file for each module system, so that types resolve for `import` and for `require`. */
export default {
  input: 'src/index.ts',
  external: /^@workbench\//,
  plugins: [dts({ compilerOptions: { stripInternal: true } })],
  output: [{ file: 'dist/index.d.ts' }, { file: 'dist/index.d.cts' }],
}
