import { childPointer, lastSegment, parentPointer, valueAt } from '../../json/pointer.ts'
import { isMembers, type Members } from '../../json/values.ts'
import type { Site } from '../draft.ts'
import { LOSSLESS, type StructuralMistake } from './structural-mistake.ts'

const lists = (schema: Members, name: string): boolean =>
  name in ((schema['properties'] as Members | undefined) ?? {})
/** Names that any object can have, so that it is a guess to which one a member of that name belongs. */
const GENERAL_NAME =
  /^(?:body|category|date|description|id|kind|labels?|links|name|number|owner|path|priority|ref|role|source|state|status|summary|tags|title|type|unit|value|\w+At)$/

const isClosed = (schema: Members): boolean => schema['additionalProperties'] === false

/** Members that are in the parent object or in a sibling object instead. */
export const levelMistakes: readonly StructuralMistake[] = [
  {
    name: 'member one level too deep',
    ...LOSSLESS,
    make(site, random, draft) {
      const { container, value: inner, schema, pointer } = site
      if (site.isItem || !isMembers(inner) || !isMembers(schema['properties']) || !isClosed(schema))
        return undefined
      const candidates = Object.keys(container).filter(
        (name) =>
          name !== site.name &&
          name !== 'schema' &&
          !GENERAL_NAME.test(name) &&
          lists(site.parent, name) &&
          !lists(schema, name) &&
          draft.isFree(childPointer(parentPointer(pointer), name)),
      )
      const name = random.shuffled(candidates)[0]
      if (name === undefined) return undefined
      const outer = container as Members
      inner[name] = outer[name]
      Reflect.deleteProperty(outer, name)
      const from = childPointer(parentPointer(pointer), name)
      const to = childPointer(pointer, name)
      draft.move(from, to)
      return [from, to]
    },
  },
  {
    name: 'member one level too high',
    ...LOSSLESS,
    make(site, _, draft) {
      if (GENERAL_NAME.test(site.name)) return undefined
      const above = parentPointer(site.pointer)
      const outer: unknown =
        site.isItem || above === '' ? undefined : valueAt(draft.written, parentPointer(above))
      const outerSchema = schemaAround(draft.sites(), above)
      if (!isMembers(outer) || !outerSchema || !isClosed(outerSchema) || lists(outerSchema, site.name))
        return undefined
      if (!isClosed(site.parent) || lastSegment(above) === site.name || site.name in outer) return undefined
      outer[site.name] = site.value
      Reflect.deleteProperty(site.container, site.name)
      const to = childPointer(parentPointer(above), site.name)
      draft.move(site.pointer, to)
      return [site.pointer, to]
    },
  },
]

/** The schema of the object that contains the object at the pointer. */
const schemaAround = (sites: readonly Site[], pointer: string): Members | undefined =>
  sites.find((site) => site.pointer === pointer && !site.isItem)?.parent
