import { isArray, isObject, isString } from '../../../json.ts'
import { MISSING_MEMBER_INDEX, childLocation } from '../../../violations/location.ts'
import { formatList, quote } from '../../../violations/messages.ts'
import { lazy } from '../../../lazy.ts'
import type { Keyword } from '../../keyword.ts'
import { templateOf } from '../../template.ts'
import type { SchemaNode } from '../../types.ts'
import { propertySchemas } from '../applicator/properties.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.3; inherited members do not count. */
export const required: Keyword<'required'> = {
  name: 'required',
  compile(value, context) {
    if (!isArray(value) || !value.every(isString) || new Set(value).size < value.length) {
      return context.reject('must be a list of member names, each once')
    }
    const names = Object.freeze([...value])
    const schemas = propertySchemas(context)
    const requirements = names.map((name) => ({
      name,
      message: lazy(() => {
        const description = schemas.get(name)?.describe(2) ?? ''
        return `Required member ${quote(name)} is missing${description && `; expected ${description}`}`
      }),
      template: lazy(() => {
        const schema = schemas.get(name)
        return schema && templateOf(schema)
      }),
    }))
    return {
      constraint: { kind: 'members', required: names },
      describe: (levels) => (levels === 0 ? '' : describeMembers(names, schemas)),
      collectViolations(location, collector) {
        const candidate = location.value
        if (!isObject(candidate)) return
        const present = Object.keys(candidate)
        for (const { name, message, template } of requirements) {
          if (present.includes(name)) continue
          const missing = childLocation(location, name, MISSING_MEMBER_INDEX, undefined)
          collector.add(
            missing,
            context,
            () => ({ message: message(), expected: names, template: template() }),
            'container',
          )
        }
      },
    }
  },
}

/** For example `with "given", "when" and "then" (strings)`. The types are named if they are the same. */
function describeMembers(names: readonly string[], schemas: ReadonlyMap<string, SchemaNode>): string {
  if (names.length === 0) return ''
  const types = new Set(names.map((name) => schemas.get(name)?.schema['type']))
  const [type] = types
  const plural = types.size === 1 && isString(type) ? ` (${type}${names.length === 1 ? '' : 's'})` : ''
  return `with ${formatList(names, 'and')}${plural}`
}
