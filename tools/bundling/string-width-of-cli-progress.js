/**
 * Rolldown plugin that lets cli-progress use the ES module of string-width: it calls what the CommonJS module of an old
 * version exports.
 * @type {import('rolldown').Plugin}
 */
export const stringWidthOfCliProgress = {
  name: 'string-width-of-cli-progress',
  transform: {
    filter: { id: /\/cli-progress\/lib\/formatter\.js$/ },
    handler(code) {
      if (!code.includes(REQUIRED)) throw new Error('cli-progress does not load string-width as expected')
      return code.replace(REQUIRED, `${REQUIRED}.default`)
    },
  },
}

const REQUIRED = "require('string-width')"
