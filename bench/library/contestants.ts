import { fileURLToPath } from 'node:url'

import { type ProcessResult, runProcess } from '../harness/run-process.ts'
import type { Contestant } from '../harness/interleave.ts'
import type { Shapes } from './corpus/corpus.ts'
import { readContracts } from './read-contracts.ts'

/** Nanoseconds per artifact, by contract and by operation. */
export type Throughput = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Times of the first validation in a process, in milliseconds. */
export interface FirstUse {
  /** From the first line of the program to the result. */
  readonly inside: { readonly processor: number; readonly wall: number }
  /** The whole process. */
  readonly whole: { readonly processor: number; readonly wall: number }
}

/** Paths that are passed to the measured programs. */
export interface Inputs {
  readonly schemas: string
  readonly corpora: Readonly<Record<Shapes | 'examples', string>>
  readonly artifact: string
}

/** What {@link throughputOf} measures. */
export interface Work {
  readonly task: 'is' | 'loop' | 'validate'
  readonly shapes: Shapes | 'examples'
  /** Whether each contract is measured in a process of its own, and not all of them in turn. */
  readonly alone?: boolean
}

const program = (name: string): string => fileURLToPath(new URL(`measured/${name}`, import.meta.url))

const FORBID_CODEGEN = '--disallow-code-generation-from-strings'
const NO_CODEGEN = ', no code generation'

export const ours = 'workbench'
export const oursWithoutCodegen = ours + NO_CODEGEN

/** Validators in their default configuration, and those that also run if code generation is forbidden. */
export const validators = [
  ours,
  'ajv',
  '@exodus/schemasafe',
  'typebox',
  'ata-validator',
  '@cfworker/json-schema',
]
export const withoutCodegen = [ours, 'typebox', 'ata-validator', '@cfworker/json-schema'].map(
  (name) => name + NO_CODEGEN,
)
/** Validators that list all errors with messages. */
export const listingErrors = [
  ...validators.filter((name) => name !== '@exodus/schemasafe'),
  oursWithoutCodegen,
]

/** Validators that are measured with texts. */
export const readingTexts = [ours, 'ata-validator', 'ajv']

export type TextKind = 'valid' | 'broken' | 'malformed'

export const firstUses = [
  ours,
  'workbench, all compiled',
  'ajv',
  'ajv, all compiled',
  '@exodus/schemasafe',
  'ata-validator',
  '@cfworker/json-schema',
]

/** Measures a validator with all contracts, in a separate process or in one for each contract. */
export function throughputOf(
  name: string,
  { task, shapes, alone = false }: Work,
  milliseconds: number,
  { corpora, schemas }: Inputs,
): Contestant<Throughput> {
  const validator = name.replace(NO_CODEGEN, '')
  const flags = name.endsWith(NO_CODEGEN) ? [FORBID_CODEGEN] : []
  const args = [
    ...flags,
    program('throughput.js'),
    validator,
    task,
    corpora[shapes],
    schemas,
    String(milliseconds),
  ]
  const throughput = async (...contract: string[]) =>
    JSON.parse((await run(name, [...args, ...contract])).stdout) as Throughput
  if (!alone) return { name, measure: async () => throughput() }
  return {
    name,
    async measure() {
      const figures: Throughput[] = []
      for (const id of Object.keys(readContracts(schemas))) figures.push(await throughput(id))
      return Object.assign({}, ...figures) as Throughput
    },
  }
}

/** Measures a validator with texts of all contracts, beside `JSON.parse` in the same process. */
export function textsOf(
  name: string,
  kind: TextKind,
  milliseconds: number,
  { corpora, schemas }: Inputs,
): Contestant<Throughput> {
  const args = [program('text.js'), name, kind, corpora.many, schemas, String(milliseconds)]
  return { name, measure: async () => JSON.parse((await run(name, args)).stdout) as Throughput }
}

/** Measures `is()` after artifacts of one kind of shapes were followed by those of another. */
export function recoveryOf(
  from: Shapes,
  to: Shapes,
  { corpora, schemas }: Inputs,
): Contestant<Readonly<Record<string, number>>> {
  const args = [program('recovery.js'), ours, corpora[from], corpora[to], schemas]
  const name = `${from} to ${to}`
  return { name, measure: async () => JSON.parse((await run(name, args)).stdout) as Record<string, number> }
}

/** Measures a new process that loads the contracts and validates one artifact. */
export function firstUseOf(name: string, { schemas, artifact }: Inputs): Contestant<FirstUse> {
  const args = [program('first-use.js'), name, schemas, artifact]
  return {
    name,
    async measure() {
      const { stdout, processor, wall } = await run(name, args)
      return { inside: JSON.parse(stdout) as FirstUse['inside'], whole: { processor, wall } }
    },
  }
}

async function run(name: string, args: readonly string[]): Promise<ProcessResult> {
  const result = await runProcess('node', args)
  if (result.status !== 0) throw new Error(`Cannot measure ${name}:\n${result.stderr}`)
  return result
}
