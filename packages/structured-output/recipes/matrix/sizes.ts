import { gzipSync } from 'node:zlib'

import { rolldown } from 'rolldown'

const IMPORTS = [
  ["export { findingV1 } from '@workbench/contracts/builtin'", 'one contract'],
  ["export { contracts } from '@workbench/contracts/builtin'", 'all contracts'],
  ["export * from '@workbench/structured-output'", 'structured-output, without a contract'],
] as const

/** The sizes of minified bundles for browsers, as a Markdown table. */
export async function sizesTable(): Promise<string> {
  const rows = await Promise.all(
    IMPORTS.map(async ([source, name]) => {
      const code = Buffer.from(await bundled(source))
      return `| ${name} | ${kilobytes(code)} | ${kilobytes(gzipSync(code))} |`
    }),
  )
  return `| bundle | minified | gzipped |\n| --- | --- | --- |\n${rows.join('\n')}`
}

async function bundled(source: string): Promise<string> {
  const entry = `${import.meta.dirname}/entry.js`
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: { conditionNames: ['@workbench/source', 'browser', 'import'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  return output[0].code
}

const kilobytes = (bytes: Uint8Array): string => `${(bytes.length / 1000).toFixed(0)} kB`
