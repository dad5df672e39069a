import { recover, type Recovery } from '../../src/recovery/recover.ts'
import { tryParse } from '../../src/values/json.ts'

/** What recover() makes of a text, with the text after its certain corrections, and whether that is JSON. */
export function recovered(text: string, options?: Parameters<typeof recover>[1]) {
  const recovery: Recovery = recover(text, options)
  const losslessText = recovery.certainty === 'always' ? recovery.corrected() : text
  const isLossless = recovery.certainty === 'always' && tryParse(losslessText) !== undefined
  return { ...recovery, losslessText, isLossless }
}
