import { insertAt, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { anywhere } from '../kinds.ts'
import { linesIn, listsIn } from '../members.ts'

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
