import { fileURLToPath } from 'node:url'

import { type Ran, runProcess } from '../harness/process.ts'
import type { Contestant } from '../harness/rounds.ts'

/** Nanoseconds per artifact, by contract and by what was done. */
export type Throughput = Readonly<Record<string, Readonly<Record<string, number>>>>

/** What the first use took, in milliseconds of processor time and by the clock. */
export interface FirstUse {
  /** From the first line of the program to the verdict. */
  readonly inside: { readonly processor: number; readonly wall: number }
  /** The whole process. */
  readonly whole: { readonly processor: number; readonly wall: number }
}

/** Files that the measured programs are given. */
export interface Material {
  readonly schemas: string
  readonly corpus: string
  readonly artifact: string
}

const program = (name: string): string => fileURLToPath(new URL(`measured/${name}`, import.meta.url))

const FORBID = '--disallow-code-generation-from-strings'
const WITHOUT = ', no code generation'

export const ours = 'workbench'
export const oursWithout = ours + WITHOUT

/** Validators as they are, and those that have an answer where code generation is forbidden. */
export const asTheyAre = [
  ours,
  'ajv',
  '@exodus/schemasafe',
  'typebox',
  'ata-validator',
  '@cfworker/json-schema',
]
export const withoutGeneration = [ours, 'typebox', 'ata-validator', '@cfworker/json-schema'].map(
  (name) => name + WITHOUT,
)
/** Those that list all errors, in words. */
export const withErrors = [...asTheyAre.filter((name) => name !== '@exodus/schemasafe'), oursWithout]

export const firstUses = [
  ours,
  'workbench, all compiled',
  'ajv',
  'ajv, all compiled',
  '@exodus/schemasafe',
  'ata-validator',
  '@cfworker/json-schema',
]

/** A validator in a process of its own, which judges by all contracts. */
export function throughputOf(
  name: string,
  task: 'is' | 'validate',
  milliseconds: number,
  { corpus, schemas }: Material,
): Contestant<Throughput> {
  const validator = name.replace(WITHOUT, '')
  const flags = name.endsWith(WITHOUT) ? [FORBID] : []
  const args = [...flags, program('throughput.js'), validator, task, corpus, schemas, String(milliseconds)]
  return { name, measure: async () => JSON.parse((await run(name, args)).stdout) as Throughput }
}

/** A fresh process that loads the contracts and judges one artifact. */
export function firstUseOf(name: string, { schemas, artifact }: Material): Contestant<FirstUse> {
  const args = [program('first-use.js'), name, schemas, artifact]
  return {
    name,
    async measure() {
      const { stdout, processor, wall } = await run(name, args)
      return { inside: JSON.parse(stdout) as FirstUse['inside'], whole: { processor, wall } }
    },
  }
}

async function run(name: string, args: readonly string[]): Promise<Ran> {
  const ran = await runProcess('node', args)
  if (ran.status !== 0) throw new Error(`${name} could not be measured:\n${ran.stderr}`)
  return ran
}
