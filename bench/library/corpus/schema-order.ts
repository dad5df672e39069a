import { dereference, isMembers, type Members } from './dereference.ts'

/** Orders the members of an object, and of all objects in it, as `properties` of their schemas lists them. */
export function inSchemaOrder(
  value: unknown,
  schema: Members,
  schemas: Readonly<Record<string, Members>>,
): unknown {
  const { properties, items } = schema
  const below = (child: unknown, of: unknown): unknown =>
    isMembers(of) ? inSchemaOrder(child, dereference(of, schemas), schemas) : child
  if (Array.isArray(value)) return value.map((item) => below(item, items))
  if (!isMembers(value) || !isMembers(properties)) return value
  const names = Object.keys(properties).filter((name) => Object.hasOwn(value, name))
  return Object.fromEntries(names.map((name) => [name, below(value[name], properties[name])]))
}
