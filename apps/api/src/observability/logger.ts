import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino'

import type { Redact } from './redact.ts'
import { serializeError } from './serialize-error.ts'

/** Creates a pino logger that writes lines of JSON. `redact` is applied to each line before it is written. */
export function createLogger(level: LevelWithSilent, destination: DestinationStream, redact: Redact): Logger {
  const redacted: DestinationStream = {
    write: (line) => {
      destination.write(redact(line))
    },
  }
  return pino({ level, serializers: { err: (error: unknown) => serializeError(error) } }, redacted)
}
