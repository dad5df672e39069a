import { readFileSync, writeFileSync } from 'node:fs'

import { format } from 'oxfmt'

const settings = new URL('../../.oxfmtrc.json', import.meta.url)

/**
 * Writes a Markdown page, formatted as `pnpm lint` requires.
 * @param {string} path
 * @param {string} text
 */
export async function writePage(path, text) {
  writeFileSync(path, await formatPage(path, text))
}

/**
 * @param {string} path
 * @param {string} text
 */
export async function formatPage(path, text) {
  const options = /** @type {import('oxfmt').FormatConfig} */ (JSON.parse(readFileSync(settings, 'utf8')))
  const { code, errors } = await format(path, text, options)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('\n')}`)
  return code
}
