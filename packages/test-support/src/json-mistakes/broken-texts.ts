import { artifacts } from '../artifacts/artifacts.ts'
import { Random } from '../artifacts/random.ts'
import { applyEdits, type Edit, insertAt } from './edits.ts'
import { mistakes as commonMistakes } from './mistakes/index.ts'
import type { ArtifactText, Mistake } from './mistakes/mistake.ts'
import { enrich, rewordOne } from './rich-content.ts'
import { type JsonText, tokenize } from './tokens.ts'
import { randomLayout, writeJson } from './write-json.ts'

/** The text of a valid artifact, and the same text with mistakes. */
export interface BrokenText {
  readonly contract: string
  /** The names of its mistakes. */
  readonly mistakes: readonly string[]
  readonly original: JsonText
  readonly edits: readonly Edit[]
  readonly text: string
  /** Whether no program may rewrite it, not even to the original. */
  readonly mustBeLeft?: boolean
}

interface Options {
  readonly seed: number
  readonly count: number
  /** Mistakes in each text. */
  readonly mistakesPerText?: 1 | 2
  /** The mistakes to choose from; the common ones if absent. */
  readonly mistakes?: readonly Mistake[]
  /** Restricts the mistakes to those with these names. */
  readonly kinds?: readonly string[]
  readonly isValid: (contract: string, artifact: unknown) => boolean
  /** Whether a text that is JSON is a valid artifact. By default, any JSON counts as one. */
  readonly isValidText?: (contract: string, text: string) => boolean
}

const contracts = Object.keys(artifacts).sort()

/**
 * Breaks valid artifacts of all contracts. Each kind of mistake has the same number of texts, at random locations. The
 * same seed gives the same texts.
 */
export function* brokenTexts(options: Options): Generator<BrokenText> {
  const { seed, count, mistakesPerText = 1, mistakes = commonMistakes, kinds } = options
  const random = new Random(seed)
  const possible = mistakes.filter(({ name }) => kinds?.includes(name) ?? true)
  for (let made = 0; made < count;) {
    const first = possible[made % possible.length]
    if (!first) throw new RangeError('There is no such kind of mistake')
    const others = random.shuffled(mistakes.filter((mistake) => mistake !== first))
    const chosen = [first, ...others.slice(0, mistakesPerText - 1)]
    const broken = breakArtifact(random.pick(contracts), chosen, random, options)
    if (!broken) continue
    yield broken
    made++
  }
}

/** Returns undefined where a mistake has no location, or breaks nothing. */
function breakArtifact(
  contract: string,
  chosen: readonly Mistake[],
  random: Random,
  { isValid, isValidText = () => true }: Options,
): BrokenText | undefined {
  const artifact = artifacts[contract]?.(random)
  if (!artifact) return undefined
  const isStillValid = () => isValid(contract, artifact)
  enrich(artifact, random, isStillValid)
  for (const { reword } of chosen)
    if (reword) rewordOne(artifact, (text) => reword(text, random), random, isStillValid)
  if (!isStillValid()) throw new Error(`The generated artifact is not a valid ${contract}`)
  const original: ArtifactText = { ...tokenize(writeText(artifact, random)), contract }
  const made = chosen.map(({ edits }) => edits(original, random))
  // A mistake that leaves JSON, such as `\\b` for `\\\\b` in a path, cannot be found.
  const isBroken = (text: string) => !isJson(text) || !isValidText(contract, text)
  const breaks = (edits: readonly Edit[]) => isBroken(applyEdits(original.text, edits) ?? '')
  if (!made.every((edits) => edits.length > 0 && breaks(edits))) return undefined
  const edits = made.flat()
  const text = applyEdits(original.text, edits)
  if (text === undefined || !isBroken(text)) return undefined
  const mustBeLeft = chosen.some((mistake) => mistake.mustBeLeft)
  return { contract, mistakes: chosen.map(({ name }) => name), original, edits, text, mustBeLeft }
}

/** Some authors write prices as `2.50`, which a program that parses and prints the text would change. */
function writeText(artifact: unknown, random: Random): string {
  const text = writeJson(artifact, randomLayout(random)) + random.pick(['', '\n'])
  if (random.chance(0.8)) return text
  const fractions = tokenize(text).tokens.filter(
    ({ kind, start, end }) => kind === 'number' && text.slice(start, end).includes('.'),
  )
  return (
    applyEdits(
      text,
      fractions.map(({ end }) => insertAt(end, '0')),
    ) ?? text
  )
}

/** Whether `JSON.parse` accepts a text. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
