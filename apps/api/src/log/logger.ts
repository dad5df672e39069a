import { type DestinationStream, type Logger, pino } from 'pino'

import type { LogLevel } from '../config/config.ts'

import { describeError } from './error.ts'
import type { Redact } from './redact.ts'

/** A log of one JSON object a line. Nothing is written that `redact` would take out. */
export function createLogger(level: LogLevel, destination: DestinationStream, redact: Redact): Logger {
  const redacted: DestinationStream = {
    write: (line) => {
      destination.write(redact(line))
    },
  }
  return pino({ level, serializers: { err: (error: unknown) => describeError(error) } }, redacted)
}
