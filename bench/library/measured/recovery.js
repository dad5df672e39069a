import { compile, median, readJson } from './compile.js'

/*
 * Measures `is()` after the shapes of the artifacts have changed: validates artifacts of one corpus, then almost 5,000 of
 * another one, and measures the next ones of that. Prints nanoseconds per artifact, by contract, as JSON.
 *
 *     node recovery.js <validator> <before.json> <after.json> <directory>
 */

/** Artifacts that are parsed and then validated together, while they are still in the processor's caches. */
const CHUNK = 16
/** Passes over the 128 artifacts of a corpus: about 20,000 before the change, 5,000 until it counts, and 5,000 that count. */
const PASSES = { before: 160, recovering: 39, measured: 40 }

const [name = '', before = '', after = '', directory = ''] = process.argv.slice(2)
const contracts = await compile(name, directory)
const corpora = [before, after].map(
  (file) => /** @type {Record<string, { valid: string[] }>} */ (readJson(file)),
)
/** The last result, so that V8 cannot eliminate the validation as dead code. @type {unknown} */
let last

const figures = Object.entries(contracts).map(([id, { is }]) => {
  const [old = [], changed = []] = corpora.map((corpus) => corpus[id]?.valid)
  for (let pass = 0; pass < PASSES.before; pass++) time(old, is)
  for (let pass = 0; pass < PASSES.recovering; pass++) time(changed, is)
  const passes = Array.from({ length: PASSES.measured }, () => time(changed, is))
  const chunks = passes[0]?.map((_, chunk) => median(passes.map((times) => times[chunk] ?? NaN))) ?? []
  return [id, (chunks.reduce((sum, milliseconds) => sum + milliseconds, 0) * 1e6) / changed.length]
})
if (last !== true) throw new Error(`${name} rejects a valid artifact`)
process.stdout.write(JSON.stringify(Object.fromEntries(figures)))

/**
 * Validates each artifact once. Returns the milliseconds of each chunk, without parsing.
 * @param {readonly string[]} texts
 * @param {(value: unknown) => unknown} is
 */
function time(texts, is) {
  const times = []
  for (let start = 0; start < texts.length; start += CHUNK) {
    const values = texts.slice(start, start + CHUNK).map((text) => /** @type {unknown} */ (JSON.parse(text)))
    const begin = performance.now()
    let result
    for (const value of values) result = is(value)
    times.push(performance.now() - begin)
    last = result
  }
  return times
}
