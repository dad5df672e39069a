/** Takes what nobody may read out of a text. */
export type Redact = (text: string) => string

export const REDACTED = '***'

/** A shorter one may be a word that stands in the log for other reasons; it is only found where its place tells it. */
const MIN_KNOWN_LENGTH = 8

/** Where a secret can be told by what stands around it. */
const PLACES: [RegExp, string][] = [
  // Of an address with a user: `postgres://user:password@host`.
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#"\\]*@/gi, `$1${REDACTED}@`],
  [/(password["']?\s*[=:]\s*["']?)[^\s"'&\\]+/gi, `$1${REDACTED}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
]

/** Nearly every line has none of the places, and this tells quickly. */
const HINT = /:\/\/|password|bearer|basic/i

/** Redacts the secrets that are known, wherever they stand, and every other one that its place gives away. */
export function createRedact(secrets: readonly string[]): Redact {
  const known = [...new Set(secrets.flatMap(spellings))].filter((secret) => secret.length >= MIN_KNOWN_LENGTH)
  return (text) => {
    let redacted = text
    if (HINT.test(text)) for (const [place, mark] of PLACES) redacted = redacted.replace(place, mark)
    for (const secret of known)
      if (redacted.includes(secret)) redacted = redacted.replaceAll(secret, REDACTED)
    return redacted
  }
}

/** The password of a database's address, as it stands in it and as it is meant. */
export function passwordsInUrl(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return []
  const { password, searchParams } = new URL(url)
  const passwords = [password, searchParams.get('password') ?? '']
  return passwords.flatMap((text) => [text, decoded(text)]).filter((text) => text !== '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** As it is, and as it stands in JSON. */
const spellings = (secret: string): string[] => [secret, JSON.stringify(secret).slice(1, -1)]
