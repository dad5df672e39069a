import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { peers } from './peers/index.js'

/*
 * Measures one validator in a process of its own: the one named, with all contracts of a directory, on the artifacts
 * of a corpus. Prints nanoseconds per artifact, by contract, as JSON.
 *
 *     node throughput.js <validator> <is|validate> <corpus.json> <directory> <milliseconds>
 *
 * The milliseconds are of processor time, so that a busy machine makes it last longer and not know less.
 */

/** Artifacts that are parsed at a time, and judged at once, while they are as fresh as they are in real use. */
const CHUNK = 16
/** Passes that make a median, where a validator is slow. */
const LEAST = 7

const [name = '', task = '', corpusFile = '', directory = '', milliseconds = ''] = process.argv.slice(2)
const budget = Number(milliseconds)
const corpus = /** @type {Record<string, { valid: string[], broken: string[] }>} */ (readJson(corpusFile))
const contracts = await compile()
/** The last verdict, so that none can be left out as useless. @type {unknown} */
let last

checkVerdicts()
/** @type {('parse' | 'is' | 'valid' | 'broken')[]} */
const kinds = task === 'is' ? ['parse', 'is'] : ['valid', 'broken']
/** Times of chunks: by contract, by kind, by chunk, one for each pass. */
const times = Object.fromEntries(
  Object.keys(corpus).map((id) => [id, { parse: chunks(), is: chunks(), valid: chunks(), broken: chunks() }]),
)
passFor(budget)
forget()
passFor(budget)
process.stdout.write(JSON.stringify(figures()))

async function compile() {
  const schemas = Object.fromEntries(
    readdirSync(directory).map((file) => [
      file.replace('.schema.json', ''),
      /** @type {import('./peers/types.d.ts').Schema} */ (readJson(join(directory, file))),
    ]),
  )
  const peer = /** @type {Record<string, import('./peers/types.d.ts').Peer>} */ (peers)[name]
  if (!peer) throw new Error(`There is no validator ${name}; there are ${Object.keys(peers).join(', ')}`)
  return peer({ directory, schemas })
}

/** Who judges otherwise than the others is not compared with them. */
function checkVerdicts() {
  for (const [id, { valid, broken }] of Object.entries(corpus)) {
    for (const text of valid) if (!judges(id, text, true)) disagree(id, 'valid', text)
    for (const text of broken) if (!judges(id, text, false)) disagree(id, 'broken', text)
  }
}

/**
 * @param {string} id
 * @param {string} text
 * @param {boolean} expected
 */
function judges(id, text, expected) {
  const { is, all } = contract(id)
  if (task === 'is') return Boolean(is(JSON.parse(text))) === expected
  return (all?.read(all.validate(JSON.parse(text))) === 0) === expected
}

/**
 * @param {string} id
 * @param {string} kind
 * @param {string} text
 */
function disagree(id, kind, text) {
  throw new Error(`${name} does not find this artifact of ${id} ${kind}, as the others do: ${text}`)
}

/** @param {number} milliseconds */
function passFor(milliseconds) {
  const begin = process.cpuUsage()
  for (let passes = 0; passes < LEAST || process.cpuUsage(begin).user < milliseconds * 1000; passes++) pass()
}

/** Judges every artifact once, contract by contract, as one process does that uses several. */
function pass() {
  for (const [id, { valid, broken }] of Object.entries(corpus)) {
    const { is, all } = contract(id)
    const { [id]: figure } = times
    if (!figure) continue
    if (task === 'is') time(valid, is, figure.parse, figure.is)
    else if (all) {
      time(valid, all.validate, figure.parse, figure.valid)
      time(broken, (value) => all.read(all.validate(value)), figure.parse, figure.broken)
    }
  }
}

/**
 * Parses and judges a chunk of texts at a time. The clock runs for each by itself.
 * @param {readonly string[]} texts
 * @param {(value: unknown) => unknown} judge
 * @param {number[][]} parsing
 * @param {number[][]} judging
 */
function time(texts, judge, parsing, judging) {
  for (let start = 0; start < texts.length; start += CHUNK) {
    const chunk = texts.slice(start, start + CHUNK)
    const before = performance.now()
    const values = chunk.map((text) => /** @type {unknown} */ (JSON.parse(text)))
    const between = performance.now()
    let verdict
    for (const value of values) verdict = judge(value)
    const after = performance.now()
    last = verdict
    parsing[start / CHUNK]?.push(between - before)
    judging[start / CHUNK]?.push(after - between)
  }
}

/** Nanoseconds per artifact: the median of each chunk, which an interruption does not touch, and their sum. */
function figures() {
  if (last === undefined) throw new Error('Nothing was judged')
  return Object.fromEntries(
    Object.entries(times).map(([id, figure]) => [
      id,
      Object.fromEntries(
        kinds.map((kind) => {
          const total = figure[kind].reduce((sum, samples) => sum + median(samples), 0)
          return [kind, (total * 1e6) / (corpus[id]?.valid.length ?? NaN)]
        }),
      ),
    ]),
  )
}

/** @returns {number[][]} */
function chunks() {
  const { length } = Object.values(corpus)[0]?.valid ?? []
  return Array.from({ length: length / CHUNK }, () => [])
}

function forget() {
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

/** @param {number[]} samples */
function median(samples) {
  return samples.sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? NaN
}

/** @param {string} file @returns {unknown} */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
