import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Script } from 'node:vm'

/** The members of `process` that the name of a cache file contains. */
export interface Engine {
  readonly version: string
  readonly arch: string
}

/**
 * Loads a bundled CommonJS file together with its V8 code cache, which the build has written for one version of Node.js and
 * one processor architecture: for a short program, compilation can take longer than the work. V8 rejects a cache that was
 * written with other flags or for a source of another length. Without a usable cache, it compiles the source.
 */
export function loadCompiled(file: string, { version, arch }: Engine): unknown {
  const text = readFileSync(file, 'utf8')
  const cachedData = contentOf(`${file}.${version}-${arch}.cache`)
  const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${text}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  })
  const module = { exports: {} }
  const run = script.runInThisContext() as (...values: readonly unknown[]) => void
  run(module.exports, createRequire(file), module, file, dirname(file))
  return module.exports
}

function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
