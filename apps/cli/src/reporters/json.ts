import { toJson } from '../output/write.ts'
import { adviceOf, moreOf, type Reporter, type Result, statusOf, violationsOf } from './reporter.ts'

/** Prints `{ valid, results: [{ file, schema, valid, violations }] }` on one line, and nothing else on stdout. */
export const reportJson: Reporter = (results, { stdout }) => {
  stdout.write(`${toJson({ valid: statusOf(results) === 0, results: results.map(toEntry) })}\n`)
}

/** The result for one file as it is printed. */
export function toEntry(result: Result): object {
  const { file, schema } = result
  const more = moreOf(result)
  const advice = adviceOf(result)
  return {
    file,
    schema,
    valid: statusOf([result]) === 0,
    violations: violationsOf(result),
    ...(more > 0 && { truncated: true, more }),
    ...(advice.length > 0 && { advice }),
    ...('error' in result && { error: result.error }),
  }
}
