import { artifacts } from '../../../packages/test-support/src/artifacts/artifacts.ts'
import { Random } from '../../../packages/test-support/src/artifacts/random.ts'
import { isAtOrBelow, parentPointer, valueAt } from '../json/pointer.ts'
import type { Members } from '../json/values.ts'
import type { Case } from './case.ts'
import { Draft, type Schema, type Site } from './draft.ts'
import { memberMistakes, type StructuralMistake, wholeMistakes } from './structural/index.ts'
import { type TextualMistake, textualMistakes } from './textual/index.ts'
import { type SeededMistake, writeText } from './write-text.ts'

interface Material {
  readonly schemas: Readonly<Record<string, Schema>>
  /** A valid artifact of each contract, which is used besides generated ones. */
  readonly examples: Readonly<Record<string, Members>>
}

type Mistake = StructuralMistake | TextualMistake

/** Cases with two to four mistakes, for each contract. */
const COMBINATIONS = 36
/** Longer texts would slow down the benchmark and the agents, and have no other mistakes. */
const MAX_LENGTH = 7_000

const structuralMistakes: readonly StructuralMistake[] = [...memberMistakes, ...wholeMistakes]

/** The classes of mistakes, in the order of the tables. */
export const classes: readonly Mistake[] = [...structuralMistakes, ...textualMistakes]

/**
 * Breaks valid artifacts: for each contract one case for each class that makes sense there, and cases with two to four
 * mistakes of different classes. The same in every run.
 */
export function makeCorpus({ schemas, examples }: Material): Case[] {
  const uses = new Map<Mistake, number>()
  return Object.keys(artifacts)
    .sort()
    .flatMap((contract, index) => {
      const random = new Random(1000 + index)
      const context = { contract, schemas, example: examples[contract] }
      const single = classes.flatMap((mistake) => {
        // Alone, a mistake that the contract accepts breaks nothing.
        const companion =
          'isAccepted' in mistake ? memberMistakes.filter(({ name }) => name === 'missing member') : []
        return attempt(context, [mistake, ...companion], random) ?? []
      })
      const possible = classes.filter(({ name }) => single.some((made) => made.classes.includes(name)))
      const combined: Case[] = []
      while (combined.length < COMBINATIONS) {
        // The class with the fewest uses, so that classes of few contracts are combined too.
        const [rare, ...others] = random
          .shuffled(possible)
          .sort((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0))
        const several = [rare, ...random.shuffled(others).slice(0, random.integer(1, 3))].filter(
          (mistake) => mistake !== undefined,
        )
        const made = attempt(context, several, random)
        if (!made) continue
        combined.push(made)
        for (const mistake of several) uses.set(mistake, (uses.get(mistake) ?? 0) + 1)
      }
      return [...single, ...combined].map((made, number) => ({ ...made, id: `${contract}-${number + 1}` }))
    })
}

interface Context {
  readonly contract: string
  readonly schemas: Readonly<Record<string, Schema>>
  readonly example: Members | undefined
}

/** Tries several artifacts, because a mistake may need a member that is optional. */
function attempt(context: Context, mistakes: readonly Mistake[], random: Random): Case | undefined {
  for (let tries = 0; tries < 12; tries++) {
    const made = breakArtifact(context, mistakes, random)
    if (made) return made
  }
  return undefined
}

function breakArtifact(
  { contract, schemas, example }: Context,
  mistakes: readonly Mistake[],
  random: Random,
): Case | undefined {
  const artifact = example && random.chance(0.15) ? example : artifacts[contract]?.(random)
  if (!artifact || JSON.stringify(artifact, null, 2).length > MAX_LENGTH) return undefined
  const draft = new Draft(contract, artifact, schemas)
  const textual = mistakes.filter((mistake) => 'edits' in mistake)
  for (const mistake of textual) mistake.prepare?.(draft, random)
  // Names last: the members inside are found by their names.
  const inMembers = memberMistakes
    .filter((mistake) => mistakes.includes(mistake))
    .sort((a, b) => Number(a.isCombinable ?? false) - Number(b.isCombinable ?? false))
  const inWhole = wholeMistakes.filter((mistake) => mistakes.includes(mistake)).slice(0, 1)
  const made = [...inMembers, ...inWhole].filter((mistake) => makeIn(draft, mistake, random))
  const seeded = textual.map((mistake): SeededMistake => ({ mistake, seed: random.integer(1, 1e9) }))
  const indent = random.chance(0.8) ? 2 : 0
  const { text, ranges, removed } = writeText(draft.written, indent, seeded)
  const textMistakes = seeded.filter(({ mistake }) => ranges.has(mistake))
  const all = [...made, ...textMistakes.map(({ mistake }) => mistake)]
  if (all.length < mistakes.length) return undefined
  return {
    id: contract,
    contract,
    classes: all.map(({ name }) => name),
    isTextual: textMistakes.length > 0,
    isLossless: all.every(({ isLossless }) => isLossless),
    original: draft.original,
    written: draft.written,
    touched: draft.touched,
    moves: draft.moves,
    unwritten: [
      ...removed,
      ...draft.touched.filter((pointers) => isUnwritten(pointers, draft.written, removed)).flat(),
    ],
    accepted: draft.touched.filter((_, index) => made[index]?.isAccepted === true).flat(),
    indent,
    textMistakes,
    text,
  }
}

/**
 * Whether the values at the pointers are removed from the text. A member that is missing in the value could follow as long
 * as its object is not closed.
 */
function isUnwritten(pointers: readonly string[], written: unknown, removed: readonly string[]): boolean {
  const present = pointers.filter((pointer) => valueAt(written, pointer) !== undefined)
  if (present.length > 0) return present.every((pointer) => removed.includes(pointer))
  return pointers.some((pointer) => removed.some((other) => isAtOrBelow(other, parentPointer(pointer))))
}

function makeIn(draft: Draft, mistake: StructuralMistake, random: Random): boolean {
  for (const site of sitesFor(mistake, draft, random)) {
    const touched = mistake.make(site, random, draft)
    if (!touched) continue
    draft.touched.push([...touched])
    return true
  }
  return false
}

/** In random order. A mistake that can be combined often goes where others are: agents err in the name and in the value. */
function sitesFor(
  { isCombinable = false }: StructuralMistake,
  draft: Draft,
  random: Random,
): readonly Site[] {
  const free = random.shuffled(draft.sites())
  if (!isCombinable || random.chance(0.3)) return free
  const others = draft.allSites().filter(({ pointer }) => !draft.isFree(pointer))
  return [...random.shuffled(others), ...free]
}
