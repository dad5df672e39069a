const EMPTY_EXPORT = 'export{};'

/**
 * Rolldown plugin that removes the empty `export` from `mcp.js`, which imports the rest: every version of Node then reads
 * it, with or without a package.json for ES modules, and can tell which version is needed.
 * @type {import('rolldown').Plugin}
 */
export const entryOfAnyNode = {
  name: 'entry-of-any-node',
  generateBundle(_options, bundle) {
    const entry = bundle['mcp.js']
    if (entry?.type !== 'chunk' || !entry.code.endsWith(EMPTY_EXPORT))
      throw new Error('mcp.js does not end as expected')
    entry.code = entry.code.slice(0, -EMPTY_EXPORT.length)
  },
}
