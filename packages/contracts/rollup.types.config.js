import { dts } from 'rollup-plugin-dts'
import ts from 'typescript'

const options = {
  compilerOptions: {
    stripInternal: true,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    customConditions: ['@workbench/source'],
  },
  // Packages that the bundle contains.
  includeExternal: ['@workbench/json-text', '@workbench/contracts'],
}

/** One declaration file for each entry and module system, so that types resolve for `import` and for `require`. */
export default ['index', 'no-files', 'builtin'].map((name) => ({
  input: `src/${name}.ts`,
  plugins: [dts(options)],
  output: [{ file: `dist/${name}.d.ts` }, { file: `dist/${name}.d.cts` }],
}))
