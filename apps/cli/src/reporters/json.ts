import type { Violation } from '@workbench/contracts'

import type { Terminal } from '../terminal.ts'
import { type Reporter, violationsOf } from './reporter.ts'

interface JsonResult {
  readonly file: string
  readonly schema: string
  readonly valid: boolean
  readonly violations: readonly Violation[]
  /** Why the file was not judged. */
  readonly error?: string
}

/** For programs: `{ valid, results: [{ file, schema, valid, violations }] }` on one line, and nothing else on stdout. */
export function jsonReporter({ stdout }: Terminal): Reporter {
  const results: JsonResult[] = []
  return {
    add(result) {
      const { file, schema } = result
      const valid = 'verdict' in result && result.verdict.valid
      results.push({
        file,
        schema,
        valid,
        violations: violationsOf(result),
        ...('error' in result && { error: result.error }),
      })
    },
    end() {
      stdout.write(`${JSON.stringify({ valid: results.every(({ valid }) => valid), results })}\n`)
    },
  }
}
