import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Script } from 'node:vm'

/** What has to be the same for code to be taken over: `process` says it. */
export interface Engine {
  readonly version: string
  readonly arch: string
}

/**
 * Loads a bundled CommonJS file with the code that V8 made of it when it was built, by this version of Node on such a
 * machine: compiling can take longer than the work. V8 passes over code that was made with other flags, or of a text
 * of another length; then, and where there is none, it compiles the text.
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
