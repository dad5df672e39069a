import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'

import { rolldown } from 'rolldown'

/* Prints the size of the package: as a tarball, installed, and bundled and minified with a program. */

const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`

const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' })
/** @type {unknown} */
const parsed = JSON.parse(listing)
const packs = /** @type {{ size: number, unpackedSize: number, entryCount: number }[]} */ (parsed)
for (const { size, unpackedSize, entryCount } of packs) {
  console.log(`tarball                               ${kilobytes(size)}`)
  console.log(`installed, ${entryCount} files                   ${kilobytes(unpackedSize)}`)
}

for (const [name, from] of [
  ['compileSchema', './dist/no-files.js'],
  ['openContracts', './dist/index.js'],
]) {
  const entry = `export { ${name} } from ${JSON.stringify(from)}`
  const bundle = await rolldown({
    input: 'entry',
    platform: 'node',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? `${import.meta.dirname}/entry.js` : null),
        load: (id) => (id.endsWith('/entry.js') ? entry : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  const bytes = Buffer.from(output[0].code)
  console.log(
    `${name} bundled and minified    ${kilobytes(bytes.length)}, ${kilobytes(gzipSync(bytes).length)} gzipped`,
  )
}
