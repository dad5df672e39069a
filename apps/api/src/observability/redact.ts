import { unescape } from 'node:querystring'

import { StartupError } from '../start/startup-error.ts'

/** Replaces the secrets in a text. */
export type Redact = (text: string) => string

const REDACTED = '***'

/** A shorter secret may be a common word. It is redacted only where it matches one of SECRET_PATTERNS. */
const MIN_SECRET_LENGTH = 8

/** Each is matched in linear time: clients choose the text of request targets. */
const SECRET_PATTERNS: [RegExp, string][] = [
  // The user info of a URL, as in `postgres://user:password@host`.
  [/:\/\/[^\s/?#"\\]*@/g, `://${REDACTED}@`],
  [/(password["']?\s*[=:]\s*["']?)[^\s"'&\\]+/gi, `$1${REDACTED}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  // An API key, or most of one.
  [/(workbench_)[\w-]{24,}/gi, `$1${REDACTED}`],
  // A JSON Web Token. Its second part is a JSON object in base64url. The lookbehind allows one start per word.
  [/(?<![\w-])[\w-]+\.eyJ[\w-]+(\.[\w-]*)*/g, REDACTED],
]

/** Fails for nearly every line that has no secret, in a single scan. */
const MAY_HAVE_SECRET = /:\/\/|password|bearer|basic|workbench_|eyJ/i

/** Returns a function that redacts the given secrets, and everything that matches a pattern of secrets. */
export function createRedact(secrets: readonly string[]): Redact {
  const known = [...new Set(secrets.flatMap(spellings))].filter(
    (secret) => secret.length >= MIN_SECRET_LENGTH,
  )
  return (text) => {
    let redacted = text
    if (MAY_HAVE_SECRET.test(text)) {
      for (const [pattern, replacement] of SECRET_PATTERNS) redacted = redacted.replace(pattern, replacement)
    }
    for (const secret of known) {
      if (redacted.includes(secret)) redacted = redacted.replaceAll(secret, REDACTED)
    }
    return redacted
  }
}

/** The passwords in a database URL, percent-encoded and decoded. */
export function passwordsInUrl(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return []
  const { password, searchParams } = new URL(url)
  const passwords = [password, searchParams.get('password') ?? '']
  return passwords.flatMap((text) => [text, unescape(text)]).filter((text) => text !== '')
}

/** The secret as it is, and with the escapes of a JSON string. */
const spellings = (secret: string): string[] => [secret, JSON.stringify(secret).slice(1, -1)]

/**
 * Redacts a request target for the log: the values of query parameters other than `known` are replaced, because a client
 * may have put a secret there.
 */
export function redactUrl(url: string, known: ReadonlySet<string>): string {
  const start = url.indexOf('?')
  if (start === -1) return url
  const redact = (parameter: string, separator: string, name: string, value?: string): string => {
    if (known.has(name)) return parameter
    // A parameter without `=` may be the secret itself.
    return separator + (value === undefined ? REDACTED : `${name}=${REDACTED}`)
  }
  return url.slice(0, start) + url.slice(start).replaceAll(/([?&])([^=&]*)(=[^&]*)?/g, redact)
}

/**
 * The message of a StartupError or of an error because of the limit of open files, or the stack of any other error, without
 * the passwords in `databaseUrl`.
 */
export function formatStartupError(error: unknown, databaseUrl: string | undefined): string {
  const advice = String(error).includes('EMFILE') ? '; raise the limit of open files (ulimit -n)' : ''
  const isKnown = error instanceof StartupError || advice !== ''
  const text = error instanceof Error ? (isKnown ? error.message : error.stack) : error
  return createRedact(passwordsInUrl(databaseUrl))(String(text) + advice)
}
