import { StartupError } from '../start/startup-error.ts'

/** A setting has an invalid value. The message is one line that names the setting, what is expected, and the value. */
export class ConfigError extends StartupError {
  override name = 'ConfigError'
}

/** The environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads settings from environment variables. Values are trimmed; an empty value counts as absent. Each method returns
 * undefined if the setting is absent and throws ConfigError if its value is invalid.
 */
export class Env {
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  text(name: string): string | undefined {
    const text = this.#environment[name]?.trim()
    return text === '' ? undefined : text
  }

  integer(name: string, range: { min: number; max: number }): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= range.min && value <= range.max) return value
    throw new ConfigError(
      `${name} must be an integer from ${range.min} to ${range.max}, but is ${quote(text)}`,
    )
  }

  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const found = choices.find((value) => value === text)
    if (found !== undefined) return found
    const allowed = choices.length === 1 ? String(choices[0]) : `one of ${choices.join(', ')}`
    throw new ConfigError(`${name} must be ${allowed}, but is ${quote(text)}`)
  }

  /** A host name or an IP address. */
  host(name: string): string | undefined {
    const text = this.text(name)
    if (text === undefined || /^[\w.:%-]+$/.test(text)) return text
    throw new ConfigError(`${name} must be a host name or an IP address, but is ${quote(text)}`)
  }

  /** An http or https URL. */
  url(name: string): string | undefined {
    const text = this.text(name)
    if (text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text
    throw new ConfigError(`${name} must be a URL that starts with http:// or https://, but is ${quote(text)}`)
  }

  /**
   * An http or https URL without a query or fragment, to which paths are appended. It is normalized to ASCII, so that it
   * can be sent in a header, and trailing slashes are removed.
   */
  baseUrl(name: string): string | undefined {
    const url = this.url(name)
    if (url === undefined) return undefined
    const { origin, pathname, search, hash } = new URL(url)
    if (search !== '' || hash !== '')
      throw new ConfigError(`${name} must have no query and no fragment, but is ${quote(url)}`)
    return (origin + pathname).replace(/\/+$/, '')
  }

  /** Values separated by commas; empty if the setting is absent. */
  list(name: string): string[] {
    return splitList(this.text(name) ?? '')
  }
}

export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Quotes a value for an error message. */
export const quote = (text: string): string => JSON.stringify(text)

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

/** Whether a host name or IP address can be reached only from the same machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)
