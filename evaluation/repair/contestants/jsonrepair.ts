import { jsonrepair as repairText } from 'jsonrepair'

import type { Contestant, Setup } from './contestant.ts'
import { createAjv, validateWith } from './ajv.ts'

/** jsonrepair reads the text, and Ajv validates the value that it returns. */
export function jsonrepair(setup: Pick<Setup, 'schemas'>): Contestant {
  const validator = createAjv(setup)
  const coercing = createAjv(setup, { coerceTypes: 'array' })
  return {
    name: 'jsonrepair + ajv',
    answer(id, text) {
      const recovered = recover(text)
      if (recovered === undefined) return { length: 0, violations: [{ path: '', keyword: 'syntax' }] }
      return { ...validateWith(validator, id, recovered.value), recovered: recovered.value }
    },
    restore(id, text) {
      const recovered = recover(text)
      if (!recovered || !coercing.validate(`${id}.schema.json`, recovered.value)) return undefined
      return JSON.stringify(recovered.value)
    },
  }
}

function recover(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(repairText(text)) as unknown }
  } catch {
    return undefined
  }
}
