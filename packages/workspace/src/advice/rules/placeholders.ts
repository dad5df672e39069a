import type { Contract, Contracts } from '@workbench/contracts'

import type { Member } from '../members-in.ts'
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
 * another member of the same object has, too.
 * @param members those of an artifact of the contract with this id
 */
export function placeholders(contracts: Contracts, id: string, members: readonly Member[]): Advice[] {
  const { copied } = knownOf(contracts.get<string>(id))
  // A review contains findings.
  const parts = members.flatMap(({ owner }) => ('producedBy' in owner ? owner['schema'] : []))
  const ids = new Set([id, ...contracts.ids.filter((each) => parts.includes(each))])
  const required = [...ids].flatMap((each) => knownOf(contracts.get<string>(each)).required)
  return members.flatMap((member) => {
    const message = typeof member.value === 'string' ? problemOf(member.value, member) : undefined
    return message === undefined ? [] : [{ path: member.path, rule: 'placeholder', message }]
  })

  function problemOf(value: string, { name, owner }: Member): string | undefined {
    const text = value.trim()
    const index = required.indexOf(name)
    const isRequired = index !== -1
    if (isRequired && (PLACEHOLDER.test(text) || (EMPTY_TALK.test(text) && !NAME.test(name))))
      return `${quote(text)} is a placeholder; write what the contract requires`
    if (isRequired && copied.has(text)) return `${quote(text)} is the text of the example; write your own`
    // Of two required members that are the same, the second one is named.
    const others = isRequired ? required.slice(0, index) : required
    const other = /\S\s+\S/.test(text) && others.find((each) => owner[each] === value)
    return other ? `It repeats ${quote(other)} word for word; write what only this member says` : undefined
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
    required: fields
      .filter(({ required, rule }) => required && rule.startsWith('a string'))
      .map(({ path }) => path.replace(/^.*\./, ''))
      .filter((name) => !name.startsWith('native')),
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
