import { compile, median, readJson } from './compile.js'

/*
 * Measures one validator with all contracts of a directory on the artifacts of a corpus. Prints nanoseconds per artifact,
 * by contract, as JSON.
 *
 *     node throughput.js <validator> <is|loop|validate> <corpus.json> <directory> <milliseconds> [contract]
 *
 * With a contract only its artifacts are validated, so that the inline caches hold what this contract needs.
 * `loop` validates the same objects again and again with `is()`, as many small benchmarks do.
 * The milliseconds are processor time: on a busy machine the measurement takes longer, but has as many samples.
 */

/** Artifacts that are parsed and then validated together, while they are still in the processor's caches. */
const CHUNK = 16
/** Minimum number of passes for a median, for slow validators. */
const MIN_PASSES = 7
/** Objects of each contract in a loop, and how many times each is validated between two readings of the clock. */
const LOOP = { objects: 64, times: 16 }

const [name = '', task = '', corpusFile = '', directory = '', milliseconds = '', only] = process.argv.slice(2)
const budget = Number(milliseconds)
const corpus = Object.fromEntries(
  Object.entries(
    /** @type {Record<string, { valid: string[], broken: string[] }>} */ (readJson(corpusFile)),
  ).filter(([id]) => only === undefined || id === only),
)
const contracts = await compile(name, directory)
/** The objects of each contract that a loop validates. @type {Map<string, unknown[]>} */
const loops = new Map()
/** The last result, so that V8 cannot eliminate the validation as dead code. @type {unknown} */
let last

checkResults()
const kinds =
  /** @type {Record<string, ('parse' | 'is' | 'valid' | 'broken')[]>} */ ({
    is: ['parse', 'is'],
    loop: ['is'],
    validate: ['valid', 'broken'],
  })[task] ?? []
/** Times of each chunk, one for each pass, by contract and kind. */
const times = Object.fromEntries(
  Object.keys(corpus).map((id) => [id, { parse: chunks(), is: chunks(), valid: chunks(), broken: chunks() }]),
)
passFor(budget)
discardTimes()
passFor(budget)
process.stdout.write(JSON.stringify(figures()))

/** Throws if the validator accepts an invalid artifact or rejects a valid one: its times would not be comparable. */
function checkResults() {
  for (const [id, { valid, broken }] of Object.entries(corpus)) {
    for (const text of valid) if (!hasExpectedResult(id, text, true)) throwUnexpected(id, 'valid', text)
    for (const text of broken) if (!hasExpectedResult(id, text, false)) throwUnexpected(id, 'broken', text)
  }
}

/**
 * @param {string} id
 * @param {string} text
 * @param {boolean} expected
 */
function hasExpectedResult(id, text, expected) {
  const { is, all } = contract(id)
  if (task !== 'validate') return Boolean(is(JSON.parse(text))) === expected
  return (all?.read(all.validate(JSON.parse(text))) === 0) === expected
}

/**
 * @param {string} id
 * @param {string} kind
 * @param {string} text
 */
function throwUnexpected(id, kind, text) {
  throw new Error(`${name} does not report this ${kind} artifact of ${id} as ${kind}: ${text}`)
}

/** @param {number} milliseconds */
function passFor(milliseconds) {
  const begin = process.cpuUsage()
  for (let passes = 0; passes < MIN_PASSES || process.cpuUsage(begin).user < milliseconds * 1000; passes++)
    pass()
}

/** Validates every artifact once, contract by contract. */
function pass() {
  for (const [id, { valid, broken }] of Object.entries(corpus)) {
    const { is, all } = contract(id)
    const { [id]: figure } = times
    if (!figure) continue
    if (task === 'is') time(valid, is, figure.parse, figure.is)
    else if (task === 'loop') timeLoop(id, is, figure.is)
    else if (all) {
      time(valid, all.validate, figure.parse, figure.valid)
      time(broken, (value) => all.read(all.validate(value)), figure.parse, figure.broken)
    }
  }
}

/**
 * Parses and validates the texts in chunks, and records the times of both separately.
 * @param {readonly string[]} texts
 * @param {(value: unknown) => unknown} validate
 * @param {number[][]} parseTimes
 * @param {number[][]} validateTimes
 */
function time(texts, validate, parseTimes, validateTimes) {
  for (let start = 0; start < texts.length; start += CHUNK) {
    const chunk = texts.slice(start, start + CHUNK)
    const before = performance.now()
    const values = chunk.map(parse)
    const between = performance.now()
    let result
    for (const value of values) result = validate(value)
    const after = performance.now()
    last = result
    parseTimes[start / CHUNK]?.push(between - before)
    validateTimes[start / CHUNK]?.push(after - between)
  }
}

/**
 * Validates the same objects several times.
 * @param {string} id
 * @param {(value: unknown) => unknown} validate
 * @param {number[][]} validateTimes
 */
function timeLoop(id, validate, validateTimes) {
  let objects = loops.get(id)
  if (!objects) loops.set(id, (objects = corpus[id]?.valid.slice(0, LOOP.objects).map(parse) ?? []))
  const before = performance.now()
  let result
  for (let repetition = 0; repetition < LOOP.times; repetition++) {
    for (const value of objects) result = validate(value)
  }
  last = result
  validateTimes[0]?.push((performance.now() - before) / LOOP.times)
}

/** Nanoseconds per artifact: the sum of the medians of all chunks. A median is not affected by single interruptions. */
function figures() {
  if (last === undefined) throw new Error('No artifact was validated')
  return Object.fromEntries(
    Object.entries(times).map(([id, figure]) => [
      id,
      Object.fromEntries(
        kinds.map((kind) => {
          const total = figure[kind].reduce(
            (sum, samples) => sum + (samples.length > 0 ? median(samples) : 0),
            0,
          )
          return [kind, (total * 1e6) / (task === 'loop' ? LOOP.objects : (corpus[id]?.valid.length ?? NaN))]
        }),
      ),
    ]),
  )
}

/** @param {string} text @returns {unknown} */
function parse(text) {
  return JSON.parse(text)
}

/** @returns {number[][]} */
function chunks() {
  const { length } = Object.values(corpus)[0]?.valid ?? []
  return Array.from({ length: length / CHUNK }, () => [])
}

function discardTimes() {
  for (const figure of Object.values(times)) {
    for (const list of Object.values(figure).flat()) list.length = 0
  }
}

/** @param {string} id */
function contract(id) {
  const compiled = contracts[id]
  if (!compiled) throw new Error(`${name} did not compile ${id}`)
  return compiled
}
