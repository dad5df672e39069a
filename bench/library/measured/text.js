import { compile, median, readJson } from './compile.js'

/*
 * Measures one validator on texts of a corpus, beside JSON.parse: `valid` and `broken` artifacts, or the valid ones with a
 * comma too many, which is a syntax error (`malformed`). Prints nanoseconds per text, by contract, as JSON. A validator of
 * values gets the result of JSON.parse.
 *
 *     node text.js <validator> <valid|broken|malformed> <corpus.json> <directory> <milliseconds>
 *
 * The milliseconds are processor time.
 */

/** Texts that are processed together by one operation, and then by the next one. */
const CHUNK = 16
/** Minimum number of passes for a median. */
const MIN_PASSES = 12

const [name = '', kind = '', corpusFile = '', directory = '', milliseconds = ''] = process.argv.slice(2)
const budget = Number(milliseconds) * 1000
const corpus = /** @type {Record<string, { valid: string[], broken: string[] }>} */ (readJson(corpusFile))
const contracts = await compile(name, directory)
/** The last result, so that V8 cannot eliminate the operation as dead code. @type {unknown} */
let last

const operations = Object.entries(corpus).flatMap(([id, { valid, broken }]) => {
  const { is, text, all } = contracts[id] ?? {}
  if (!is || !all) throw new Error(`${name} did not compile ${id}`)
  /** @param {string} json */
  const accept = (json) => (text ? all.read(text(json)) === 0 : Boolean(is(JSON.parse(json))))
  /** @param {string} json */
  const list = (json) => all.read(text ? text(json) : all.validate(JSON.parse(json)))
  const parsed = kind === 'broken' ? broken : valid
  const texts = kind === 'malformed' ? valid.map((json) => json.replace(/\s*\}$/, ',$&')) : parsed
  const run = kind === 'valid' ? accept : list
  if (texts.some((json) => !run(json))) throw new Error(`${name} has an unexpected result for ${id}`)
  return [operation(id, 'parse', parsed, parsed, parse), operation(id, 'text', texts, parsed, run)]
})

passFor(budget)
for (const { times } of operations) for (const samples of times) samples.length = 0
passFor(budget)
if (last === undefined) throw new Error('No text was validated')
/** @type {Record<string, Record<string, number>>} */
const figures = {}
for (const { id, what, texts, times } of operations) {
  const total = times.reduce((sum, samples) => sum + median(samples), 0)
  figures[id] = { ...figures[id], [what]: (total * 1e6) / texts.length }
}
process.stdout.write(JSON.stringify(figures))

/**
 * @param {string} id
 * @param {'parse' | 'text'} what
 * @param {string[]} texts
 * @param {string[]} parsed
 * @param {(text: string) => unknown} run
 */
function operation(id, what, texts, parsed, run) {
  /** @type {number[][]} */
  const times = Array.from({ length: texts.length / CHUNK }, () => [])
  return { id, what, texts, parsed, run, times }
}

/** @param {number} microseconds */
function passFor(microseconds) {
  const begin = process.cpuUsage()
  for (let pass = 0; pass < MIN_PASSES || process.cpuUsage(begin).user < microseconds; pass++) runAll(pass)
}

/**
 * Runs both operations of each contract, chunk by chunk, in the opposite order in every other pass.
 * @param {number} pass
 */
function runAll(pass) {
  for (const id of Object.keys(corpus)) {
    const own = operations.filter((each) => each.id === id)
    if (pass % 2 === 1) own.reverse()
    for (let start = 0; start < (own[0]?.texts.length ?? 0); start += CHUNK) {
      for (const { texts, parsed, run, times } of own) {
        const chunk = texts.slice(start, start + CHUNK)
        // Both operations find the texts and the shapes of their objects in the processor's caches.
        /** @type {unknown} */
        let result = parsed.slice(start, start + CHUNK).map(parse).length
        const before = performance.now()
        for (const text of chunk) result = run(text)
        times[start / CHUNK]?.push(performance.now() - before)
        last = result
      }
    }
  }
}

/** @param {string} text @returns {unknown} */
function parse(text) {
  return JSON.parse(text)
}
