import { type ParsedJson, type ParsedText, parseText, type TextViolation } from '../json-text/parse.ts'
import type { ViolationRecord } from '../violations/collector.ts'
import type { Violation } from '../violation.ts'
import { toViolation } from './validate-value.ts'

/** Every violation in an artifact's text, each with line and column; what is wrong with the text itself counts. */
export function validateText(judged: Judge, input: string | Uint8Array): Violation[] {
  const read = parseText(input)
  const judgements = read.json ? judged(read.json.value) : []
  return read.violations.length === 0 && judgements.length === 0 ? [] : inOrder(read, judgements)
}

function inOrder(
  { json, violations: faults, positionOf }: ParsedText,
  judgements: readonly ViolationRecord[],
): Violation[] {
  return [...faults.map(fromTextFault), ...(json ? located(json, judgements) : [])]
    .sort((a, b) => a.offset - b.offset)
    .map(({ violation, offset }) => ({ ...violation, ...positionOf(offset) }))
}

/** Every way in which a value breaks its contract. */
type Judge = (value: unknown) => readonly ViolationRecord[]

interface Located {
  readonly violation: Violation
  readonly offset: number
}

const fromTextFault = ({ path, keyword, message, offset }: TextViolation): Located => ({
  violation: { path, keyword, message },
  offset,
})

function located({ locate }: ParsedJson, broken: readonly ViolationRecord[]): Located[] {
  const judgements = broken.map((fault) => {
    const violation = toViolation(fault)
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
