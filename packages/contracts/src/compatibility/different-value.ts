import { type Json, jsonEqual } from '../json.ts'
import type { Inclusion } from './inclusion.ts'
import { numbersIn } from './numbers.ts'
import { stringsIn } from './strings.ts'
import { type Term, type Type, TYPES } from './term.ts'
import type { Witness } from './witness.ts'

/** Some values of a term of one type, and whether there are no others. */
interface Values {
  readonly found: readonly Json[]
  readonly areAll: boolean
}

/** A value of a term that is none of those listed. */
export function differentValue(term: Term, listed: readonly unknown[], inclusion: Inclusion): Witness {
  const candidates = TYPES.filter((type) => term.allows(type)).map((type) =>
    valuesOf(term, type, listed.length + 1, inclusion),
  )
  for (const { found } of candidates) {
    const value = found.find((each) => !listed.some((other) => jsonEqual(each, other)) && term.holds(each))
    if (value !== undefined) return { value }
  }
  return candidates.every(({ areAll }) => areAll) ? 'none' : 'unknown'
}

function valuesOf(term: Term, type: Type, most: number, inclusion: Inclusion): Values {
  switch (type) {
    case 'null':
      return { found: [null], areAll: true }
    case 'boolean':
      return { found: [false, true], areAll: true }
    case 'number':
      return numbersIn(term, most)
    case 'string':
      return stringsIn(term, inclusion.sampleStrings)
    case 'array':
      return arraysOf(term, most, inclusion)
    case 'object':
      return objectsOf(term, most, inclusion)
  }
}

function arraysOf(term: Term, most: number, { witnesses }: Inclusion): Values {
  const lengths = Array.from({ length: most }, (_, index) => term.minItems + index)
  return {
    found: lengths.flatMap((length) => valueOf(witnesses.arrayOf(term, length))),
    areAll: witnesses.of(term.items) === 'none',
  }
}

function objectsOf(term: Term, most: number, { witnesses }: Inclusion): Values {
  const others = Array.from({ length: most }, (_, index) => `other${index}`)
  const names = [...term.names, ...others].filter((name) => !term.required.has(name))
  const members = names.map((name) => ({ name, witness: witnessOf(term, name) }))
  const found = members.flatMap(({ name, witness }) =>
    typeof witness === 'string' ? [] : valueOf(witnesses.objectWith(term, { [name]: witness.value })),
  )
  const areAll = term.required.size === 0 && members.every(({ witness }) => witness === 'none')
  return { found: [...valueOf(witnesses.objectWith(term, {})), ...found], areAll }

  function witnessOf(term: Term, name: string): Witness {
    const member = term.member(name)
    return member ? witnesses.of(member) : 'none'
  }
}

const valueOf = (witness: Witness): Json[] => (typeof witness === 'string' ? [] : [witness.value])
