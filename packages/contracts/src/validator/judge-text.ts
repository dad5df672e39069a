import { type ReadJson, type ReadText, readText, type TextFault } from '../text/read.ts'
import type { Violation } from '../violation.ts'
import type { Judgement } from './judge.ts'

/** Every violation in an artifact's text, each with line and column; what is wrong with the text itself counts. */
export function judgeText(judged: Judge, input: string | Uint8Array): Violation[] {
  const read = readText(input)
  const judgements = read.json ? judged(read.json.value) : []
  return read.faults.length === 0 && judgements.length === 0 ? [] : inOrder(read, judgements)
}

function inOrder({ json, faults, positionOf }: ReadText, judgements: readonly Judgement[]): Violation[] {
  return [...faults.map(fromTextFault), ...(json ? located(json, judgements) : [])]
    .sort((a, b) => a.offset - b.offset)
    .map(({ violation, offset }) => ({ ...violation, ...positionOf(offset) }))
}

/** Every way in which a value breaks its contract. */
type Judge = (value: unknown) => readonly Judgement[]

interface Located {
  readonly violation: Violation
  readonly offset: number
}

const fromTextFault = ({ path, keyword, message, offset }: TextFault): Located => ({
  violation: { path, keyword, message },
  offset,
})

function located({ locate }: ReadJson, judgements: readonly Judgement[]): Located[] {
  if (judgements.length === 0) return []
  const offsetsAt = locate(judgements.map(pointerTo))
  return judgements.map((judgement) => {
    const offsets = offsetsAt(pointerTo(judgement))
    return {
      violation: judgement.violation,
      offset: (judgement.anchor === 'name' ? offsets?.name : offsets?.value) ?? 0,
    }
  })
}

/** The part of the text to point at. A missing member is not in it, so its object stands for it. */
const pointerTo = ({ violation: { path }, anchor }: Judgement): string =>
  anchor === 'container' ? path.slice(0, path.lastIndexOf('/')) : path
