import { artifacts } from '../../../packages/test-support/src/artifacts/artifacts.ts'
import { makeMistakes } from './mistakes.ts'
import { Producer } from './producer.ts'
import { Random } from '../../../packages/test-support/src/artifacts/random.ts'
import type { Members } from './dereference.ts'
import { inSchemaOrder } from './schema-order.ts'

/** JSON texts of the artifacts of one contract. */
export interface Texts {
  readonly valid: readonly string[]
  /** The same artifacts with one to four mistakes in each. */
  readonly broken: readonly string[]
}

/** Number of valid and of invalid artifacts of each contract. */
export const COUNT = 128

/** Range of the sizes of real artifacts, in bytes. */
export const SIZES = { least: 700, most: 12_000 }

/**
 * How many shapes the objects have: sequences of member names. `many`: optional members at random, and one of eight
 * artifacts has its members in random order. `eight` and `one`: of as many producers. `ordered`: of one producer that
 * writes the members in the order of the schema, as models do.
 */
export type Shapes = 'many' | 'eight' | 'one' | 'ordered'

/** Copies of each example: as many as are parsed and validated together. */
const COPIES = 16

/**
 * Returns the examples of the repository, one of each contract, as a corpus of one text each.
 * @param readExample returns the text of the example of a contract
 */
export function exampleCorpus(readExample: (id: string) => string): Readonly<Record<string, Texts>> {
  return Object.fromEntries(
    Object.keys(artifacts).map((id): [string, Texts] => {
      const valid = readExample(id)
      const broken = JSON.stringify({ ...(JSON.parse(valid) as Members), producedBy: 0 })
      return [
        id,
        {
          valid: Array.from({ length: COPIES }, () => valid),
          broken: Array.from({ length: COPIES }, () => broken),
        },
      ]
    }),
  )
}

const SHUFFLED = 8
const PRODUCERS = 8

/** Generates the artifacts of the benchmark: all different, and the same in every run. */
export function makeCorpus(
  schemas: Readonly<Record<string, Members>>,
  shapes: Shapes,
): Readonly<Record<string, Texts>> {
  return Object.fromEntries(
    Object.entries(artifacts).map(([id, make], index): [string, Texts] => {
      const random = new Random(index + 1)
      const valid = new Set<string>()
      const broken = new Set<string>()
      while (valid.size < COUNT) {
        const made = makeArtifact(make, shapes, random)
        const artifact = shapes === 'ordered' ? inSchemaOrder(made, schemas[id] ?? {}, schemas) : made
        const text = write(artifact, random)
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

function makeArtifact(make: (random: Random) => Members, shapes: Shapes, random: Random): Members {
  if (shapes === 'many') {
    const artifact = make(random)
    return random.integer(1, SHUFFLED) === 1 ? inAnyOrder(artifact, random) : artifact
  }
  const number = shapes === 'eight' ? random.integer(0, PRODUCERS - 1) : 0
  const producer = new Producer(number, random.integer(0, 2 ** 31))
  return producer.ordered(make(producer)) as Members
}

const isOfSize = (text: string): boolean => {
  const size = Buffer.byteLength(text)
  return size >= SIZES.least && size <= SIZES.most
}

/** Half of the texts are indented, the others are on one line. */
const write = (artifact: unknown, random: Random): string =>
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
