import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino'

import { serializeError } from './serialize-error.ts'
import type { Redact } from './redact.ts'

/** A log of one JSON object a line. Nothing is written that `redact` would take out. */
export function createLogger(level: LevelWithSilent, destination: DestinationStream, redact: Redact): Logger {
  const redacted: DestinationStream = {
    write: (line) => {
      destination.write(redact(line))
    },
  }
  return pino({ level, serializers: { err: (error: unknown) => serializeError(error) } }, redacted)
}
