import { StartupError } from '../config/startup-error.ts'

import { createRedact, passwordsInUrl } from './redact.ts'

/** The message of a StartupError, or the stack of any other error, without the passwords in `databaseUrl`. */
export function formatStartupError(error: unknown, databaseUrl: string | undefined): string {
  const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : error
  return createRedact(passwordsInUrl(databaseUrl))(String(text))
}
