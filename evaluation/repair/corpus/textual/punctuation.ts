import type { Random } from '../../../../packages/test-support/src/artifacts/random.ts'
import { allNodes, type TextNode } from '../../json/text-nodes.ts'
import { insertAt, replaceRange, type TextualMistake } from './textual-mistake.ts'

const containers = (root: TextNode): TextNode[] =>
  allNodes(root).filter(({ children }) => children.length > 0)

/** One, or all of them. */
const oneOrAll = <T>(list: readonly T[], random: Random): readonly T[] =>
  list.length === 0 || random.chance(0.4) ? list : [random.pick(list)]

const COMMENTS = ['TODO: check this', 'as agreed with Anke', 'see ADR 14', 'optional']

const startOf = ({ name, start }: TextNode): number => name?.start ?? start

/** Commas and comments. */
export const punctuationMistakes: readonly TextualMistake[] = [
  {
    name: 'trailing comma',
    isLossless: true,
    edits: (_, root, random) =>
      oneOrAll(containers(root), random).map(({ children }) => insertAt(children.at(-1)?.end ?? 0, ',')),
  },
  {
    name: 'missing comma',
    isLossless: true,
    edits: (text, root, random) => {
      const between = containers(root).flatMap(({ children }) =>
        children.slice(1).map((child, index) => [children[index]?.end ?? 0, startOf(child)] as const),
      )
      if (between.length === 0) return []
      const [end, start] = random.pick(between)
      const comma = text.indexOf(',', end)
      return comma < start ? [replaceRange(comma, comma + 1, text[comma + 1] === '\n' ? '' : ' ')] : []
    },
  },
  {
    name: 'comments',
    // What a comment says is lost with it.
    isLossless: false,
    edits: (text, root, random) => {
      const children = random.shuffled(containers(root).flatMap((node) => node.children))
      return children.slice(0, random.integer(1, 2)).map((child) => {
        const comment = random.pick(COMMENTS)
        const lineEnd = text.indexOf('\n', child.end)
        const isLast = lineEnd >= 0 && /^,?\n/.test(text.slice(child.end))
        return isLast && random.chance(0.7)
          ? insertAt(lineEnd, ` // ${comment}`)
          : insertAt(startOf(child), `/* ${comment} */ `)
      })
    },
  },
  {
    name: 'ellipsis',
    isLossless: false,
    removesContent: true,
    edits: (text, root, random) => {
      const long = random.shuffled(containers(root)).filter(({ children }) => children.length > 1)
      const node = long.find(({ kind }) => kind === 'array') ?? long[0]
      if (!node) return []
      const kept = node.kind === 'array' ? 1 : Math.ceil(node.children.length / 2)
      const end = node.children[kept - 1]?.end ?? 0
      const before = text.slice(end, startOf(node.children[kept] ?? node))
      return [replaceRange(end, node.children.at(-1)?.end ?? 0, `${before}...`)]
    },
  },
]
