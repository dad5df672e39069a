const GAP = /\s+|\/\/[^\n\r]*|#[^\n\r]*|\/\*[^]*?(?:\*\/|$)/y

/** The offset after white space and comments. */
export function skipGap(text: string, start: number): number {
  let at = start
  for (;;) {
    GAP.lastIndex = at
    if (!GAP.test(text)) return at
    at = GAP.lastIndex
  }
}

export const hasLineBreak = (text: string): boolean => /[\n\r]/.test(text)
