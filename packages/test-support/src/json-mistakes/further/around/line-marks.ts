import { insertAt, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { anywhere } from '../kinds.ts'
import { linesIn, listsIn } from '../members.ts'
import { enumValuesIn } from '../schema-of.ts'

type Mark = (number: number) => string

/** Of editors, comparisons, replies and logs. */
const LINE_MARKS: readonly Mark[] = [
  (number) => `${String(number).padStart(4)}  `,
  (number) => `${number}: `,
  (number) => `${String(number).padStart(3)} | `,
  () => '+ ',
  () => '> ',
  (number) => `2026-03-05T10:11:${String(number % 60).padStart(2, '0')}Z INFO `,
]

/** One of the marks before each item of a list. */
const everyItem = (name: string, marks: readonly Mark[]): Mistake =>
  anywhere(name, (json, random) =>
    listsIn(json).map(({ items }) => {
      const mark = random.pick(marks)
      return items.map(({ start }, index) => insertAt(start, `${mark(index + 1)} `))
    }),
  )

/** Marks of editors, terminals and lists before lines and items. */
export const lineMarkMistakes: readonly Mistake[] = [
  {
    name: 'marks before each line',
    edits(json, random) {
      const mark = random.pick(LINE_MARKS)
      return linesIn(json).map(({ start }, index) => insertAt(start, mark(index + 1)))
    },
  },
  everyItem('numbered items', [
    (number) => `${number}.`,
    (number) => `${number})`,
    (number) => `(${number})`,
    (number) => `${number}:`,
    (number) => `[${number}]`,
    (number) => `${String.fromCharCode(96 + number)})`,
  ]),
  everyItem('items with dashes or bullets', [() => '-', () => '–', () => '•', () => '*']),
  anywhere(
    'both versions of a line in a merge conflict',
    (json, random) =>
      linesOfWords(json).map(({ line, other }) => [
        insertAt(line.start, `<<<<<<< HEAD\n${other((list) => random.pick(list))}=======\n`),
        insertAt(line.end, '>>>>>>> feature\n'),
      ]),
    { ambiguous: 'each version can be the right one', mustBeLeft: true },
  ),
  {
    name: 'lines wrapped in strings',
    ambiguous: 'a line break in a string can be content, or the wrapping of a terminal',
    edits: ({ text }) => {
      const breaks = Array.from(text.matchAll(/[^\n]{70}[^\n ]* (?=\w+ \w)/g), ({ 0: part, index }) =>
        replace({ start: index + part.length - 1, end: index + part.length }, '\n'),
      )
      return breaks.length > 3 ? breaks : []
    },
  },
]

type Pick = <T>(list: readonly T[]) => T

/** The lines with a word of which the contract lists others, and what the line is with another one. */
function linesOfWords(json: Parameters<typeof enumValuesIn>[0]) {
  return linesIn(json).flatMap((line) =>
    enumValuesIn(json)
      .filter(({ token }) => token.start > line.start && token.end < line.end)
      .map(({ token, others }) => ({
        line,
        other: (pick: Pick) =>
          `${json.text.slice(line.start, token.start)}"${pick(others)}"${json.text.slice(token.end, line.end)}`,
      })),
  )
}
