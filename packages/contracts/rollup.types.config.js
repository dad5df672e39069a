import { dts } from 'rollup-plugin-dts'

/** One declaration file for each entry and module system, so that types resolve for `import` and for `require`. */
export default ['index', 'no-files', 'builtin'].map((name) => ({
  input: `src/${name}.ts`,
  plugins: [dts({ compilerOptions: { stripInternal: true } })],
  output: [{ file: `dist/${name}.d.ts` }, { file: `dist/${name}.d.cts` }],
}))
