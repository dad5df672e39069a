import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { peers } from './peers/index.js'

/**
 * Compiles all contracts of a directory with the validator of this name.
 * @param {string} name
 * @param {string} directory
 */
export async function compile(name, directory) {
  const schemas = Object.fromEntries(
    readdirSync(directory).map((file) => [
      file.replace('.schema.json', ''),
      /** @type {import('./peers/types.d.ts').Schema} */ (readJson(join(directory, file))),
    ]),
  )
  const peer = /** @type {Record<string, import('./peers/types.d.ts').Peer>} */ (peers)[name]
  if (!peer) throw new Error(`Unknown validator ${name}; the validators are ${Object.keys(peers).join(', ')}`)
  return peer({ directory, schemas })
}

/** @param {string} file @returns {unknown} */
export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** @param {number[]} samples */
export function median(samples) {
  return samples.sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? NaN
}
