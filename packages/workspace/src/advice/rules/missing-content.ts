import { isObject } from '@workbench/contracts'
import { token } from '@workbench/contracts/internal'

import { quote } from '../quote.ts'
import type { Advice } from '../rule.ts'

/** `...`, `{…}`, `// ... remaining tasks` and `and 12 more`, as an item of a list or as the name of a member. */
const ELISION = new RegExp(
  [
    String.raw`^\s*(?:\/\/|#|\/\*)?\s*[[({<]?\s*(?:…|\.{3,})\s*[\])}>]?\s*(?:\*\/)?\s*$`,
    String.raw`^\s*(?:\/\/|#|\/\*)?\s*[[({<]?\s*(?:…|\.{3,})?\s*(?:and |plus )?(?:the )?(?:\d+ |\.{3} )?(?:more|others?|remaining|rest)\b.{0,40}[\])}>]\s*$`,
    String.raw`^\s*(?:\/\/|#|\/\*)?\s*(?:…|\.{3,})\s*(?:and |plus )?(?:the )?(?:\d+ )?(?:more|others?|remaining|rest|etc)\b.{0,40}$`,
    String.raw`^\s*(?:and|plus) \d+ (?:more|others)\b.{0,30}$`,
  ].join('|'),
  'i',
)

/** Items and members for which an elision stands. */
export function missingContent(value: unknown, path = ''): Advice[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => {
      const at = `${path}/${index}`
      return typeof item === 'string' && ELISION.test(item)
        ? [advice(at, item, 'items')]
        : missingContent(item, at)
    })
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const at = path + token(name)
    return ELISION.test(name) ? [advice(at, name, 'members')] : missingContent(member, at)
  })
}

const advice = (path: string, text: string, what: string): Advice => ({
  path,
  rule: 'missing-content',
  message: `Content is missing: ${quote(text)} stands for ${what}; write all of them out`,
})
