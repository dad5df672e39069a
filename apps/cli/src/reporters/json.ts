import { toJson } from '../output/write.ts'
import { type Reporter, statusOf } from './reporter.ts'

/** Prints `{ valid, results: [{ file, schema, valid, violations }] }` on one line, and nothing else on stdout. */
export const reportJson: Reporter = (results, { stdout }) => {
  const entries = results.map(({ bytes: _, ...entry }) => entry)
  stdout.write(`${toJson({ valid: statusOf(results) === 0, results: entries })}\n`)
}
