import type { Member } from '../members-in.ts'
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
export const missingContent = (members: readonly Member[]): Advice[] =>
  members.flatMap(({ path, name, value, owner }) => {
    const isItem = Array.isArray(owner)
    const text = isItem ? value : name
    if (typeof text !== 'string' || !ELISION.test(text)) return []
    const message = `Content is missing: ${quote(text)} stands for ${isItem ? 'items' : 'members'}; write all of them out`
    return [{ path, rule: 'missing-content', message }]
  })
