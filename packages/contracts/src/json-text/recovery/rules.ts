import type { Expectation } from '../tokenizer.ts'
import { closeArray, closeObject, correctBracket, reopenObject, startObject } from './corrections/brackets.ts'
import {
  correctLiteral,
  correctNumber,
  correctNumberEnd,
  joinThousands,
  replaceNonJson,
} from './corrections/scalars.ts'
import {
  addColon,
  addComma,
  addCommaBetweenItems,
  deleteComma,
  deleteComment,
  deleteEllipsis,
  replaceSemicolon,
} from './corrections/separators.ts'
import {
  closeName,
  correctString,
  extendString,
  joinStrings,
  quoteText,
  unescapeText,
} from './corrections/strings.ts'
import {
  deleteScalarBefore,
  deleteSecondValue,
  deleteTextAfter,
  deleteTextBefore,
} from './corrections/text-around.ts'
import { lazy } from '../../lazy.ts'
import { inserting } from './edits.ts'
import type { Rule } from './apply-rule.ts'
import { completeContainers } from './truncation.ts'

const VALUES: readonly Expectation[] = ['memberValue', 'item', 'firstItem']
const NAMES: readonly Expectation[] = ['name', 'firstName']
const AFTER: readonly Expectation[] = ['afterMember', 'afterItem']
/* Functions: a bundler keeps a list with a spread element even in a program that does not use it. */
const inside = (): Expectation[] => [...VALUES, ...NAMES, ...AFTER, 'colon']
const everywhere = (): Expectation[] => ['value', ...inside(), 'end']

/**
 * Common syntax errors. The first rule that applies is used. Created at the first syntax error: the expressions would take
 * a third of the time in which the module loads.
 */
export const rules = lazy((): readonly Rule[] => [
  {
    kind: 'closing quote',
    where: ['controlCharacter', 'closingQuote', 'colon'],
    received: /[^]/y,
    hint: 'add the double quote that is missing after the name',
    isLossless: false,
    correct: closeName,
  },
  {
    kind: 'string',
    where: ['controlCharacter', 'closingQuote', 'escape'],
    received: /"/y,
    repair: correctString,
  },

  {
    kind: 'space',
    where: everywhere(),
    received: /[\v\f\u0085\u00a0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+/y,
    hint: 'write it as an ordinary space',
    replacement: ' ',
  },
  {
    kind: 'fence',
    where: ['value', 'end'],
    received: /```[\w-]*(?:[^\S\n\r]*(?:\r\n|\n|$))?/y,
    hint: 'delete the Markdown code fence',
  },
  {
    kind: 'ellipsis',
    where: everywhere(),
    received: /(?:\/\/|#)\s*(?:\.{3}|…)[^\n\r]*|\/\*\s*(?:\.{3}|…)[^]*?\*\//y,
    hint: 'write the content out in full',
    isLossless: false,
  },
  {
    kind: 'comment',
    where: everywhere(),
    received: /\/\/[^\n\r]*|\/\*[^]*?(?:\*\/|$)/y,
    hint: 'JSON has no comments',
    correct: deleteComment,
  },
  {
    kind: 'comment',
    where: inside(),
    received: /#[^\n\r]*/y,
    hint: 'JSON has no comments',
    correct: deleteComment,
  },
  {
    kind: 'truncated',
    where: inside(),
    received: /[\w.+-]{0,20}\s*(?:```\s*)?$/y,
    repair: completeContainers,
  },
  {
    kind: 'quotes',
    where: ['value', ...VALUES, ...NAMES],
    received: /['`“”„‘’]/y,
    repair: correctString,
  },

  {
    kind: 'escaped',
    where: ['value', ...VALUES, ...NAMES],
    received: /\\["nrt]/y,
    repair: unescapeText,
  },

  {
    kind: 'trailing comma',
    where: ['item', 'name'],
    received: /[\]}]/y,
    hint: 'delete the trailing comma',
    correct: deleteComma,
  },
  {
    kind: 'comma',
    where: ['item', 'firstItem', ...NAMES],
    received: /,/y,
    hint: 'delete the extra comma',
  },
  {
    kind: 'semicolon',
    where: AFTER,
    received: /[;，]/y,
    hint: 'write "," instead',
    correct: replaceSemicolon,
  },
  { kind: 'number', where: VALUES, received: /[+-]?\.?\d[\w.+-]*/y, correct: correctNumber },
  { kind: 'number', where: AFTER, received: /[\w.+-]+/y, correct: correctNumberEnd },
  {
    kind: 'missing comma',
    where: ['afterMember'],
    received: /[^\s,}]/y,
    hint: 'add the missing comma',
    correct: addComma,
  },
  {
    kind: 'missing comma',
    where: ['afterItem'],
    received: /["'`“„‘{[]|[+-]?\.?\d|(?:true|false|null|True|False|None)\b/y,
    hint: 'add the missing comma',
    correct: addCommaBetweenItems,
  },

  {
    kind: 'ellipsis',
    where: ['item', 'firstItem', ...NAMES, ...AFTER],
    received: /(?:\.{3,}|…)[^\n\r,\]}"'{[]*,?/y,
    hint: 'write the content out in full',
    isLossless: false,
    correct: deleteEllipsis,
  },
  {
    kind: 'ellipsis',
    where: ['memberValue'],
    received: /\.{3,}|…/y,
    hint: 'write the content out in full',
    replacement: 'null',
    steps: ['value'],
    isLossless: false,
  },
  {
    kind: 'literal',
    where: ['value', ...VALUES],
    received: /(?:T(?:rue|RUE)|F(?:alse|ALSE)|N(?:one|ull|ULL|IL)|nil)(?![\w$])/y,
    correct: correctLiteral,
  },
  {
    kind: 'not JSON',
    where: ['value', ...VALUES],
    received: /(?:[+-]?(?:NaN|nan|Infinity|inf)|undefined)(?![\w$])/y,
    isLossless: false,
    correct: replaceNonJson,
  },
  {
    kind: 'thousands separator',
    where: ['name'],
    received: /\d{3}(?:,\d{3}){0,6}(?![\w.])/y,
    hint: 'write numbers without thousands separators',
    isLossless: false,
    correct: joinThousands,
  },

  {
    kind: 'name',
    where: NAMES,
    received: /[\p{L}_$][\p{L}\p{N}_$-]*(?=\s*[:=])|\d+(?=\s*:)/uy,
    hint: 'write member names in double quotes',
    correct: (_failure, name) => ({ replacement: `"${name}"`, steps: ['name'] }),
  },
  {
    kind: 'name',
    where: NAMES,
    received: /[\w$-]+(?="\s*:)/y,
    hint: 'write member names in double quotes',
    correct: ({ at }, name) => ({
      edits: [inserting(at, '"')],
      at: at + name.length + 1,
      steps: ['name'],
    }),
  },
  {
    kind: 'colon',
    where: ['colon'],
    received: /=>?|：/y,
    hint: 'write ":" instead',
    replacement: ':',
    steps: ['colon'],
  },
  {
    kind: 'missing colon',
    where: ['colon'],
    received: /["'`“„‘{[\d.+-]|(?:true|false|null|None|True|False)\b/y,
    hint: 'add the missing colon',
    correct: addColon,
  },
  { kind: 'quote', where: ['name', 'colon'], received: /[^]/y, repair: extendString },
  {
    kind: 'missing value',
    where: ['colon'],
    received: /[,}\]]/y,
    hint: 'add the missing value',
    isLossless: false,
    correct: ({ at }) => ({ edits: [inserting(at, ': null')], at, steps: ['value'] }),
  },
  {
    kind: 'missing value',
    where: ['memberValue'],
    received: /[,}\]]/y,
    hint: 'add the missing value',
    isLossless: false,
    correct: ({ at }) => ({ edits: [inserting(at, 'null')], at, steps: ['value'] }),
  },

  {
    kind: 'bracket',
    where: ['firstItem', 'firstName', ...AFTER],
    received: /[}\]]/y,
    isLossless: false,
    correct: correctBracket,
  },
  {
    kind: 'array end',
    where: ['afterItem'],
    received: /:/y,
    hint: 'add the "]" that is missing before the member name',
    isLossless: false,
    correct: closeArray,
  },
  {
    kind: 'object end',
    where: ['name', 'afterMember'],
    received: /\{/y,
    hint: 'add the "}" that is missing before it',
    isLossless: false,
    correct: closeObject,
  },
  {
    kind: 'concatenation',
    where: AFTER,
    received: /\+\s*"(?:[^"\\\n\r]|\\.){0,2000}"/y,
    hint: 'write the text as one string',
    isLossless: false,
    correct: joinStrings,
  },
  { kind: 'quote', where: AFTER, received: /[^\s,;}\]]/y, repair: extendString },
  {
    kind: 'text',
    where: VALUES,
    received: /[^\s"'`{}[\],:][^\n\r,{}[\]"]*/y,
    hint: 'write text in double quotes',
    isLossless: false,
    correct: quoteText,
  },
  {
    kind: 'unexpected',
    where: AFTER,
    received: /[^\s,;\]}"{[][^\n\r,;\]}"{[]*/y,
    hint: 'delete it',
    isLossless: false,
  },

  {
    kind: 'text before',
    where: ['value'],
    received: /[^]/y,
    hint: 'delete the text before the JSON value',
    correct: deleteTextBefore,
  },
  {
    kind: 'first brace',
    where: ['end'],
    received: /:/y,
    hint: 'add the missing "{" at the start',
    isLossless: false,
    correct: startObject,
  },
  {
    kind: 'text before',
    where: ['end'],
    received: /[^]/y,
    hint: 'delete the text before the JSON value',
    correct: deleteScalarBefore,
  },
  {
    kind: 'last brace',
    where: ['end'],
    received: /,?\s*(?=["'“])/y,
    hint: 'delete the "}" before it, which closes the artifact too early',
    isLossless: false,
    correct: reopenObject,
  },
  {
    kind: 'extra bracket',
    where: ['end'],
    received: /[}\]](?:[\s}\]]*[}\]])?/y,
    hint: 'delete the extra closing bracket',
  },
  {
    kind: 'second value',
    where: ['end'],
    received: /[^]/y,
    hint: 'write one JSON value only; keep one of them',
    isLossless: false,
    correct: deleteSecondValue,
  },
  {
    kind: 'text after',
    where: ['end'],
    received: /[^]/y,
    hint: 'delete the text after the JSON value',
    correct: deleteTextAfter,
  },
])
