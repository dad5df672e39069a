import { isArray, isString } from '@workbench/json-text'
import { assertion } from './assertion.ts'
import type { TypeName } from '../../expectations.ts'
import { VALUE_TYPES } from '../value-types.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1 */
export const type = assertion({
  name: 'type',
  valueDescription:
    'one of "null", "boolean", "object", "array", "number", "string", "integer", or a list of them, each once',
  parse: (value) => {
    const names: readonly unknown[] = isArray(value) ? value : [value]
    const areTypes = names.length > 0 && names.every(isTypeName) && new Set(names).size === names.length
    return areTypes ? Object.freeze([...names]) : undefined
  },
  appliesTo: 'any',
  impliesType: ([name, ...others]) => (name && others.length === 0 ? VALUE_TYPES[name].valueType : undefined),
  test: accepts,
  emit: (types, value, bind) => types.map((name) => VALUE_TYPES[name].emit(value, bind)).join(' || '),
  adjust: undefined,
})

/** Most schemas have one type: the function of that type is called directly. */
function accepts([name, ...others]: readonly TypeName[]): (value: unknown) => boolean {
  const isOfFirst = name ? VALUE_TYPES[name].isValid : () => false
  return others.length === 0
    ? isOfFirst
    : (value) => isOfFirst(value) || others.some((other) => VALUE_TYPES[other].isValid(value))
}

const isTypeName = (name: unknown): name is TypeName => isString(name) && Object.hasOwn(VALUE_TYPES, name)
