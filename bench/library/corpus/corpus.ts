import { artifacts } from './artifacts.ts'
import { makeMistakes } from './mistakes.ts'
import { Random } from './random.ts'

/** JSON texts of the artifacts of one contract. */
export interface Texts {
  readonly valid: readonly string[]
  /** The same artifacts with one to four mistakes in each. */
  readonly broken: readonly string[]
}

type Members = Record<string, unknown>

/** Number of valid and of invalid artifacts of each contract. */
export const COUNT = 128

/** Range of the sizes of real artifacts, in bytes. */
export const SIZES = { least: 700, most: 12_000 }

/** One of eight artifacts has its members in random order. */
const SHUFFLED = 8

/** Generates the artifacts of the benchmark: all different, and the same in every run. */
export function makeCorpus(schemas: Readonly<Record<string, Members>>): Readonly<Record<string, Texts>> {
  return Object.fromEntries(
    Object.entries(artifacts).map(([id, make], index): [string, Texts] => {
      const random = new Random(index + 1)
      const valid = new Set<string>()
      const broken = new Set<string>()
      while (valid.size < COUNT) {
        const artifact = make(random)
        const text = write(
          random.integer(1, SHUFFLED) === 1 ? inAnyOrder(artifact, random) : artifact,
          random,
        )
        if (!isOfSize(text) || valid.has(text)) continue
        const invalid = JSON.parse(text) as Members
        makeMistakes(invalid, schemas[id] ?? {}, schemas, random.integer(1, 4), random)
        valid.add(text)
        broken.add(write(invalid, random))
      }
      return [id, { valid: [...valid], broken: [...broken] }]
    }),
  )
}

const isOfSize = (text: string): boolean => {
  const size = Buffer.byteLength(text)
  return size >= SIZES.least && size <= SIZES.most
}

/** Half of the texts are indented, the others are on one line. */
const write = (artifact: Members, random: Random): string =>
  random.chance(0.5) ? JSON.stringify(artifact, null, 2) : JSON.stringify(artifact)

function inAnyOrder(value: unknown, random: Random): Members {
  return Object.fromEntries(
    random.shuffled(Object.entries(value as Members)).map(([name, member]) => [name, deep(member, random)]),
  )
}

function deep(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((item) => deep(item, random))
  return typeof value === 'object' && value !== null ? inAnyOrder(value, random) : value
}
