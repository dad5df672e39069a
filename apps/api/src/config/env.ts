import { StartupError } from './startup-error.ts'

/** A setting has a value that the server cannot use; the message names both in one line. */
export class ConfigError extends StartupError {
  override name = 'BadSetting'
}

/** The value of a setting, without the blanks around it; undefined when it is absent or empty. */
export type Setting = (name: string) => string | undefined

/** The value of a setting as something that the server can use. Each throws BadSetting when it is something else. */
export const narrow = {
  integer(name: string, text: string | undefined, range: { min: number; max: number }): number | undefined {
    if (text === undefined) return undefined
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= range.min && value <= range.max) return value
    throw new ConfigError(
      `${name} must be an integer from ${range.min} to ${range.max}, and is ${quote(text)}`,
    )
  },

  choice<T extends string>(name: string, text: string | undefined, choices: readonly T[]): T | undefined {
    if (text === undefined) return undefined
    const found = choices.find((value) => value === text)
    if (found !== undefined) return found
    const allowed = choices.length === 1 ? String(choices[0]) : `one of ${choices.join(', ')}`
    throw new ConfigError(`${name} must be ${allowed}, and is ${quote(text)}`)
  },

  host(name: string, text: string | undefined): string | undefined {
    if (text === undefined || /^[\w.:%-]+$/.test(text)) return text
    throw new ConfigError(`${name} must be a host name or an address, and is ${quote(text)}`)
  },

  url(name: string, text: string | undefined, protocols: string[]): string | undefined {
    if (text === undefined) return undefined
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
    // The value may hold a password.
    const value = name === 'DATABASE_URL' ? 'something else' : quote(text)
    throw new ConfigError(
      `${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}, and is ${value}`,
    )
  },

  /** An address that paths are put behind, without a slash at the end. */
  base(name: string, text: string | undefined): string | undefined {
    const value = narrow.url(name, text, ['http:', 'https:'])
    if (value === undefined) return undefined
    const { search, hash } = new URL(value)
    if (search !== '' || hash !== '')
      throw new ConfigError(`${name} must have no query and no fragment, and is ${quote(value)}`)
    return value.replace(/\/+$/, '')
  },

  /** What stands between commas. */
  list(text: string | undefined): string[] {
    return (text ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
  },
}

/** A value as it is repeated to whoever set it. */
export function quote(text: string): string {
  return JSON.stringify(text)
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

/** Whether a name or an address can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}
