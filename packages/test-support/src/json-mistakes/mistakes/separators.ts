import { insertAt, remove, replace } from '../edits.ts'
import { isClosing, isOpening, type JsonText, type Token } from '../tokens.ts'
import { type Mistake, oneOf } from './mistake.ts'

const commas = ({ tokens }: JsonText): Token[] => tokens.filter(({ kind }) => kind === ',')
const colons = ({ tokens }: JsonText): Token[] => tokens.filter(({ kind }) => kind === ':')

/** Missing, wrong and additional commas and colons. */
export const separatorMistakes: readonly Mistake[] = [
  {
    name: 'comma missing',
    edits: (json, random) =>
      oneOf(
        commas(json).map((comma) => [remove(comma)]),
        random,
      ),
  },
  {
    name: 'comma doubled',
    edits: (json, random) =>
      oneOf(
        commas(json).map(({ end }) => [insertAt(end, ',')]),
        random,
      ),
  },
  {
    name: 'comma before a closing bracket',
    edits: ({ tokens }, random) =>
      oneOf(
        tokens.flatMap(({ kind }, index) => {
          const last = tokens[index - 1]
          return isClosing(kind) && last && !isOpening(last.kind) ? [[insertAt(last.end, ',')]] : []
        }),
        random,
      ),
  },
  {
    name: 'another separator for a comma',
    edits: (json, random) =>
      oneOf(
        commas(json).map((comma) => [replace(comma, random.pick([';', ':', '.']))]),
        random,
      ),
  },
  {
    name: 'colon missing',
    edits: (json, random) =>
      oneOf(
        colons(json).map((colon) => [remove(colon)]),
        random,
      ),
  },
  {
    name: 'another separator for a colon',
    edits: (json, random) =>
      oneOf(
        colons(json).map((colon) => [replace(colon, random.pick(['=', ',', ';']))]),
        random,
      ),
  },
  {
    name: 'separator beside another one',
    edits: (json, random) =>
      oneOf(
        [...commas(json), ...colons(json)].map(({ kind, start, end }) => {
          const others = [',', ':', ';'].filter((other) => other !== kind)
          return [insertAt(random.pick([start, end]), random.pick(others))]
        }),
        random,
      ),
  },
]
