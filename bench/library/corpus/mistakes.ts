import type { Random } from '../../../packages/test-support/src/artifacts/random.ts'
import { dereference, isMembers, type Members } from './dereference.ts'

/** A member of an object, with its schema. */
interface Member {
  readonly object: Members
  readonly name: string
  readonly schema: Members
  readonly required: boolean
}

/** Makes the member violate one keyword. Returns false if its schema does not have that keyword. */
type Mistake = (member: Member, random: Random) => boolean

const MISTAKES: readonly Mistake[] = [omitRequired, wrongType, notInEnum, unknownMember, tooLong]

/** Makes `count` typical mistakes of agents, each in another member. Modifies the artifact. */
export function makeMistakes(
  artifact: Members,
  schema: Members,
  schemas: Readonly<Record<string, Members>>,
  count: number,
  random: Random,
): void {
  const members = random.shuffled([...membersOf(artifact, schema, schemas)])
  for (let made = 0; made < count;) {
    const mistake = random.pick(MISTAKES)
    const at = members.findIndex((member) => mistake(member, random))
    if (at < 0) continue
    members.splice(at, 1)
    made += 1
  }
}

function omitRequired({ object, name, required }: Member): boolean {
  return required && Reflect.deleteProperty(object, name)
}

function wrongType({ object, name, schema }: Member): boolean {
  if (schema['type'] === undefined || Array.isArray(schema['type'])) return false
  object[name] = schema['type'] === 'string' ? 7 : String(object[name])
  return true
}

function notInEnum({ object, name, schema }: Member): boolean {
  if (!Array.isArray(schema['enum'])) return false
  object[name] = String(object[name]).toUpperCase()
  return true
}

/** Half of the unknown names are misspelt, the others are new; few repeat. */
function unknownMember({ object, name }: Member, random: Random): boolean {
  const at = random.integer(1, name.length)
  const unknown = random.chance(0.5)
    ? name.slice(0, at - 1) + random.pick(['a', 'e', 'i', 'n', 's']) + name.slice(at)
    : random.pick(['note', 'created_at', 'next', 'extra']) + String(random.integer(1, 9999))
  if (unknown in object) return false
  object[unknown] = 'as discussed'
  return true
}

function tooLong({ object, name, schema }: Member, random: Random): boolean {
  const limit = schema['maxLength']
  if (typeof limit !== 'number') return false
  object[name] = String(object[name]).padEnd(limit + random.integer(1, 40), ' and so on')
  return true
}

/** The members of the value and of all objects in it that their schemas list. */
function* membersOf(
  value: unknown,
  schema: Members,
  schemas: Readonly<Record<string, Members>>,
): Generator<Member> {
  const { properties, items, required = [] } = schema
  if (Array.isArray(value) && isMembers(items)) {
    for (const item of value) yield* membersOf(item, dereference(items, schemas), schemas)
  }
  if (!isMembers(value) || !isMembers(properties)) return
  for (const [name, member] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name) || !isMembers(member)) continue
    yield { object: value, name, schema: member, required: (required as string[]).includes(name) }
    yield* membersOf(value[name], member, schemas)
  }
}
