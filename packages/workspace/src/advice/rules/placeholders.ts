import type { Contract, Contracts } from '@workbench/contracts'
import { isObject } from '@workbench/contracts'
import { token } from '@workbench/contracts/internal'

import { quote } from '../quote.ts'
import type { Advice } from '../rule.ts'

/** A text of a template, which says nothing, alone or in brackets. */
const PLACEHOLDER = /^[\s"'<[({]*(?:…|\.{3}|string|todo|tbd|tba|fixme|placeholder)[\s"'>\])}.:!…]*$/i

/** The same in a sentence; a name can be `test`. */
const EMPTY_TALK = /^[\s"'<[({]*(?:test|x+|n\/a|lorem ipsum.*)[\s"'>\])}.:!…]*$/i

/** Members that are names and not sentences. */
const NAME =
  /^(?:\w*[iI]d|schema|producedBy|agent|owner|name|kind|type|environment|wave|key|unit|path|ref|dimension|target|category|confidence)$/

/** Shorter texts of an example can be meant. */
const MIN_EXAMPLE_LENGTH = 20

/**
 * Required texts of an artifact that say nothing: those of a template or of the example of the contract, and those that
 * another member of the same object has, too. The example itself gets no advice.
 */
export function placeholders(contracts: Contracts, id: string, artifact: unknown): Advice[] {
  if (isExample(contracts, id, artifact)) return []
  const { copied } = knownOf(contracts.get<string>(id))
  return below(artifact, id, '')

  /** @param contract id of the contract of which the value is a part */
  function below(value: unknown, contract: string, pointer: string): Advice[] {
    if (Array.isArray(value))
      return value.flatMap((item, index) => below(item, contract, `${pointer}/${index}`))
    if (!isObject(value)) return []
    const named = value['schema']
    // A review contains findings.
    const own = typeof named === 'string' && contracts.ids.includes(named) ? named : contract
    const { required } = knownOf(contracts.get<string>(own))
    const earlier = new Map<string, string>()
    return Object.entries(value).flatMap(([name, member]) => {
      const path = pointer + token(name)
      if (typeof member !== 'string') return below(member, own, path)
      const text = member.trim()
      const other = earlier.get(text)
      if (/\s/.test(text)) earlier.set(text, name)
      const isRequired = required.has(name) || (other !== undefined && required.has(other))
      const message = isRequired ? problemOf(text, name, other) : undefined
      return message === undefined ? [] : [{ path, rule: 'placeholder', message }]
    })
  }

  function problemOf(text: string, name: string, other: string | undefined): string | undefined {
    if (PLACEHOLDER.test(text) || (EMPTY_TALK.test(text) && !NAME.test(name)))
      return `${quote(text)} is a placeholder; write what the contract requires`
    if (copied.has(text)) return `${quote(text)} is the text of the example; write your own`
    return other === undefined
      ? undefined
      : `It repeats ${quote(other)} word for word; write what only this member says`
  }
}

/** Whether an artifact is the example of its contract, which someone tries. */
export const isExample = (contracts: Contracts, id: string, artifact: unknown): boolean => {
  const { example } = knownOf(contracts.get<string>(id))
  return example !== undefined && membersOf(artifact) === membersOf(example)
}

/** All members but the id, which is new in a copy, and those that blackboard_write sets. */
const membersOf = (artifact: unknown): string =>
  JSON.stringify({ ...(artifact as object), id: undefined, schema: undefined, producedBy: undefined })

function readContract({ fields, example, template }: Contract) {
  const fixed = textsIn(template)
  return {
    /** The names of members with a text; one of a list of values, or of a tracker, can be `todo`. */
    required: new Set(
      fields
        .filter(({ required, rule }) => required && rule.startsWith('a string'))
        .map(({ path }) => path.replace(/^.*\./, ''))
        .filter((name) => !name.startsWith('native')),
    ),
    example,
    /** The texts of the example that an artifact need not have. */
    copied: new Set(textsIn(example).filter((text) => !fixed.includes(text))),
  }
}

/** What is known of a contract. Its example is a file. */
const KNOWN = new WeakMap<Contract, ReturnType<typeof readContract>>()

function knownOf(contract: Contract) {
  const known = KNOWN.get(contract) ?? readContract(contract)
  KNOWN.set(contract, known)
  return known
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return typeof value === 'string' && value.length >= MIN_EXAMPLE_LENGTH && value.includes(' ') ? [value] : []
}
