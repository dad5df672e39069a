import { ContractProject, type Schema } from './project.ts'
import { type Result, workbench } from '../support/run-workbench.ts'

interface Change {
  readonly contract: string
  readonly verdict: string
  readonly path: string
  readonly message: string
  readonly counterexample?: unknown
  readonly before?: string
  readonly after?: string
}

interface Comparison {
  readonly verdict: string
  readonly changes: readonly Change[]
}

/** The output of `diff` or `gate` with `--format json`. */
export const parseComparison = ({ stdout }: Result): Comparison => JSON.parse(stdout) as Comparison

/** Each change as `<contract> <verdict> <path>`. */
export const changesIn = (result: Result): string[] =>
  parseComparison(result).changes.map(({ contract, verdict, path }) => `${contract} ${verdict} ${path}`)

/** Removes a value from the enum of finding.v1: a breaking change. */
export const removeInfo = (schema: Schema) => {
  schema.properties['severity'] = { enum: ['critical', 'high', 'medium', 'low'], description: 'How bad.' }
}

/** Adds a value to the enum of finding.v1: a compatible change. */
export const addNone = (schema: Schema) => {
  schema.properties['severity'] = {
    enum: ['critical', 'high', 'medium', 'low', 'info', 'none'],
    description: 'How bad.',
  }
}

/** Replaces the pattern of the ids of fact.v1. */
export const setIdPattern = (pattern: string) => (schema: Schema) => {
  schema.properties['id'] = { type: 'string', pattern, description: 'Number of the fact.' }
}

/** Creates a git repository with finding.v1 and review.v1, which refers to it. */
export const findings = () => new ContractProject(['finding.v1', 'review.v1']).init()

/** Runs `contracts gate --format json` on the contracts of a project. */
export const gate = (project: ContractProject, ...args: readonly string[]): Promise<Result> =>
  workbench(['contracts', 'gate', '--schemas', project.directory, '--format', 'json', ...args], {
    cwd: project.root,
  })
