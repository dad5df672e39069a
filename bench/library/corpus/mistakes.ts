import type { Random } from './random.ts'

type Members = Record<string, unknown>

/** A member that an object has or may have, with what its contract says about it. */
interface Place {
  readonly object: Members
  readonly name: string
  readonly schema: Members
  readonly required: boolean
}

/** Breaks one rule at a place, where the place has such a rule. */
type Mistake = (place: Place, random: Random) => boolean

const MISTAKES: readonly Mistake[] = [leaveOut, wrongType, notInEnum, unknownMember, tooLong]

/** Makes `count` of the mistakes that agents make, each at another place. The artifact is changed. */
export function makeMistakes(
  artifact: Members,
  schema: Members,
  schemas: Readonly<Record<string, Members>>,
  count: number,
  random: Random,
): void {
  const places = random.shuffled([...placesIn(artifact, schema, schemas)])
  for (let made = 0; made < count;) {
    const mistake = random.pick(MISTAKES)
    const at = places.findIndex((place) => mistake(place, random))
    if (at < 0) continue
    places.splice(at, 1)
    made += 1
  }
}

function leaveOut({ object, name, required }: Place): boolean {
  return required && Reflect.deleteProperty(object, name)
}

function wrongType({ object, name, schema }: Place): boolean {
  if (schema['type'] === undefined || Array.isArray(schema['type'])) return false
  object[name] = schema['type'] === 'string' ? 7 : String(object[name])
  return true
}

function notInEnum({ object, name, schema }: Place): boolean {
  if (!Array.isArray(schema['enum'])) return false
  object[name] = String(object[name]).toUpperCase()
  return true
}

function unknownMember({ object, name }: Place, random: Random): boolean {
  const unknown = random.pick(['notes', 'created_at', 'statuss', 'nextSteps', `${name}s2`])
  if (unknown in object) return false
  object[unknown] = 'as discussed'
  return true
}

function tooLong({ object, name, schema }: Place, random: Random): boolean {
  const limit = schema['maxLength']
  if (typeof limit !== 'number') return false
  object[name] = String(object[name]).padEnd(limit + random.integer(1, 40), ' and so on')
  return true
}

/** The members that are there, of the artifact and of the objects in it, by the contract that describes them. */
function* placesIn(
  value: unknown,
  schema: Members,
  schemas: Readonly<Record<string, Members>>,
): Generator<Place> {
  const { properties, items, required = [] } = schema
  if (Array.isArray(value) && isMembers(items)) {
    for (const item of value) yield* placesIn(item, followed(items, schema, schemas), schemas)
  }
  if (!isMembers(value) || !isMembers(properties)) return
  for (const [name, member] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name) || !isMembers(member)) continue
    yield { object: value, name, schema: member, required: (required as string[]).includes(name) }
    yield* placesIn(value[name], member, schemas)
  }
}

/** The schema that a `$ref` of our contracts leads to: a whole file, or the evidence of a finding. */
function followed(schema: Members, _from: Members, schemas: Readonly<Record<string, Members>>): Members {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  const [file = '', pointer = ''] = reference.split('#')
  const whole = schemas[file.replace('.schema.json', '') || 'finding.v1'] ?? {}
  if (pointer === '') return whole
  return (whole['$defs'] as Record<string, Members>)[pointer.replace('/$defs/', '')] ?? {}
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
