import { isString } from '../../json.ts'

/** A lone surrogate. UTF-8 cannot encode it, and an escaped one at the start of a string is improbable. */
const MARK = String.raw`\ud800`

/** A JSON string in the place of `NaN`, `-inf` and the like, which {@link restoreNonFinite} turns into the number. */
export function encodeNonFinite(word: string): string {
  const sign = word.startsWith('-') ? '-' : ''
  return `"${MARK}${/nan/i.test(word) ? 'NaN' : `${sign}Infinity`}"`
}

export const hasNonFinite = (replacement: string): boolean => replacement.startsWith(`"${MARK}`)

/** Replaces the strings of {@link encodeNonFinite} in a value, which is changed. Not recursive: it can nest deeply. */
export function restoreNonFinite(value: unknown): unknown {
  const root = [value]
  const pending: object[] = [root]
  for (let container = pending.pop(); container; container = pending.pop()) {
    const members = container as Record<string, unknown>
    for (const name of Object.keys(members)) {
      const member = members[name]
      if (isString(member) && NON_FINITE.test(member)) members[name] = Number(member.slice(1))
      else if (typeof member === 'object' && member !== null) pending.push(member)
    }
  }
  return root[0]
}

const NON_FINITE = /^\ud800(?:NaN|-?Infinity)$/
