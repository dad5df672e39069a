import { type ReadJson, type ReadText, readText, type TextFault } from '../text/read.ts'
import type { Fault } from '../report/report.ts'
import type { Violation } from '../violation.ts'
import { violationOf } from './judge.ts'

/** Every violation in an artifact's text, each with line and column; what is wrong with the text itself counts. */
export function judgeText(judged: Judge, input: string | Uint8Array): Violation[] {
  const read = readText(input)
  const judgements = read.json ? judged(read.json.value) : []
  return read.faults.length === 0 && judgements.length === 0 ? [] : inOrder(read, judgements)
}

function inOrder({ json, faults, positionOf }: ReadText, judgements: readonly Fault[]): Violation[] {
  return [...faults.map(fromTextFault), ...(json ? located(json, judgements) : [])]
    .sort((a, b) => a.offset - b.offset)
    .map(({ violation, offset }) => ({ ...violation, ...positionOf(offset) }))
}

/** Every way in which a value breaks its contract. */
type Judge = (value: unknown) => readonly Fault[]

interface Located {
  readonly violation: Violation
  readonly offset: number
}

const fromTextFault = ({ path, keyword, message, offset }: TextFault): Located => ({
  violation: { path, keyword, message },
  offset,
})

function located({ locate }: ReadJson, broken: readonly Fault[]): Located[] {
  const judgements = broken.map((fault) => {
    const violation = violationOf(fault)
    const { anchor } = fault
    return { violation, anchor, pointer: anchor === 'container' ? holderOf(violation.path) : violation.path }
  })
  if (judgements.length === 0) return []
  const offsetsAt = locate(judgements.map(({ pointer }) => pointer))
  return judgements.map(({ violation, anchor, pointer }) => {
    const offsets = offsetsAt(pointer)
    return { violation, offset: (anchor === 'name' ? offsets?.name : offsets?.value) ?? 0 }
  })
}

/** A missing member is not in the text, so its object stands for it. */
const holderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
