/*
 * Text around JSON that only frames it, as in `Here is the JSON that you wanted:`. The list is closed: any other word can
 * state something about the artifact, for example that it was withdrawn or that its numbers are in thousands.
 */

const WORDS = new Set(
  `a about above adjust adjustments all and answer any anything application are artifact as assistance at below can
  certainly change changes content-type course created data else feel finished following follows for format free from
  further generated happy have hello help helps here here's hi hope i i'd i'll i'm i've if in is it it's json know let
  like made me more need of ok okay ones output please pre prepared questions reach requested response result right
  say see sure thank thanks that that's the them there this to want wanted what with would written wrote you you'd
  you'll your`.split(/\s+/),
)
/** The labels of Markdown code fences that say how a text is written. */
const LABEL = '(?:json[cl5]?|js|javascript|ts|typescript|text|txt|plaintext)?'
/** Code fences, lines between parts of a text, and the signs with which language models and shells end one. */
const MARKS = new RegExp(
  `(?:\`{3,}|~{3,})${LABEL}\\s*$|^\\s*(?:[-=*_]{3,}|[.,;])\\s*$|<\\|\\w+\\|>|</s>|\\bEOF\\b`,
  'gim',
)
/** A code fence whose label says something else. */
export const OTHER_FENCE = new RegExp(`^(?!\`+${LABEL}\\s*$)`, 'i')
const WORD = /[\p{L}\p{N}_-]+(?:['’][\p{L}\p{N}_-]+)*/gu
/** What can stand between the words: other signs can strike the text out, quote it, or comment it out. */
const SIGNS = /^[\p{L}\p{N}\s_'’*.,:;!<>/()-]*$/u

/**
 * Whether text before or after JSON only frames it.
 * @param json what it frames; the noun of its contract, as `finding` of `finding.v1`, says nothing about it either
 */
export function isFrame(text: string, json: string): boolean {
  const plain = text.replaceAll(MARKS, '')
  if (plain.trim() === '') return true
  if (!SIGNS.test(plain)) return false
  const words = plain.match(WORD) ?? []
  return words.length > 0 && words.every((word) => isFrameWord(word.toLowerCase().replace('’', "'"), json))
}

const isFrameWord = (word: string, json: string): boolean => WORDS.has(word) || json.includes(`"${word}.v`)
