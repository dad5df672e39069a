import PROBLEM_TYPES from './problem-types.json' with { type: 'json' }

/** A problem type. Its name is the last segment of the `type` member, and of the path of its page under `/errors`. */
export interface ProblemType {
  status: number
  title: string
  /** What it means for a client; shown on its page. */
  meaning: string
}

export type ProblemTypeName = keyof typeof PROBLEM_TYPES

export { PROBLEM_TYPES }
