import { allNodes, type TextNode } from '../../json/text-nodes.ts'
import { insertAt, replaceRange, type TextualMistake } from './textual-mistake.ts'

const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

const ofKind = (root: TextNode, kind: TextNode['kind']): TextNode[] =>
  allNodes(root).filter((node) => node.kind === kind)

/** Literals of other languages, and text that is missing or occurs twice. */
export const literalMistakes: readonly TextualMistake[] = [
  {
    name: 'None, True or False',
    isLossless: true,
    edits: (text, root) =>
      ofKind(root, 'literal').map(({ start, end }) =>
        replaceRange(start, end, PYTHON[text.slice(start, end)] ?? 'None'),
      ),
  },
  {
    name: 'NaN or Infinity for a number',
    isLossless: false,
    edits: (_, root, random) => {
      const numbers = ofKind(root, 'number')
      if (numbers.length === 0) return []
      const { start, end } = random.pick(numbers)
      return [replaceRange(start, end, random.pick(['NaN', 'Infinity', 'undefined']))]
    },
  },
  {
    name: 'number in another notation',
    isLossless: true,
    edits: (text, root, random) => {
      const numbers = ofKind(root, 'number')
      if (numbers.length === 0) return []
      const { start, end } = numbers.find((node) => text.startsWith('0.', node.start)) ?? random.pick(numbers)
      const number = text.slice(start, end)
      const other = number.startsWith('0.') ? number.slice(1) : random.pick([`+${number}`, `${number}.`])
      return [replaceRange(start, end, number.includes('.') && other.endsWith('.') ? `+${number}` : other)]
    },
  },
  {
    name: 'duplicate member',
    isLossless: false,
    edits: (text, root, random) => {
      const texts = root.children.filter(({ kind, name }) => kind === 'string' && name)
      if (texts.length < 2) return []
      const [of, other] = random.shuffled(texts)
      const name = of?.name ? text.slice(of.name.start, of.name.end) : '""'
      const value = text.slice(other?.start, other?.end)
      const separator = text.includes('\n') ? ',\n  ' : ', '
      return [insertAt(root.children.at(-1)?.end ?? 0, `${separator}${name}: ${value}`)]
    },
  },
  {
    name: 'truncated',
    isLossless: false,
    removesContent: true,
    edits: (text, root, random) => {
      const cut = Math.floor(text.length * (0.4 + 0.59 * random.next()))
      const within = allNodes(root).filter(
        ({ name, start, end, children }) =>
          children.length === 0 && (name?.start ?? start) < cut && cut < end,
      )
      const from = within.map(({ name, start }) => (start < cut ? start : (name?.start ?? start)))
      // Nothing is wrong with white space at the end.
      return [replaceRange(cut, text.length, '', from[0] ?? text.slice(0, cut).trimEnd().length)]
    },
  },
]
