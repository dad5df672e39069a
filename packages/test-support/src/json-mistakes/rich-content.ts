import { prose } from '../artifacts/prose.ts'
import type { Random } from '../artifacts/random.ts'

/** Sentences with characters that have a meaning in JSON, or that authors forget to escape. */
const SENTENCES: readonly ((random: Random) => string)[] = [
  (random) => `See #${random.integer(1, 900)} and fact-${random.integer(1000, 9999)} for details.`,
  (random) => `It's ${prose.person(random)}'s change, isn't it?`,
  (random) => `Steps: stop the worker, delete the lock (if any), start again; then wait ${number(random)} s.`,
  (random) =>
    `Log: https://ci.example:8443/runs/${random.integer(1, 9999)}?job=${prose.area(random)}&try=2#L9 // last run.`,
  (random) => `Written to C:\\Users\\build\\${prose.area(random)}\\new.log on ${prose.day(random)}.`,
  (random) => `The message is "${prose.area(random)} not found", not "timeout".`,
  (random) => `The column "${prose.area(random)}_id" is null: true for ${number(random)} % of the rows.`,
  (random) => `Call \`retry({ times: ${random.integer(1, 9)}, wait: [1, 2] })\` instead.`,
  (random) => `if (fee < ${number(random)}) {\n  return { ok: false, code: "E${random.integer(1, 99)}" };\n}`,
  (random) => `- ${prose.title(random)}\n- ${prose.title(random)}\n`,
  (random) =>
    `const ${prose.area(random)} = items.map((item) => item.price * ${number(random)}); // in cents`,
  (random) => `The response was {"code": ${random.integer(400, 599)}, "retry": false}.`,
  (random) =>
    `Höhe: ${number(random)} €, Größe “groß” – überprüft am ${random.integer(1, 28)}.3.; 日本語, ок 👍🏽.`,
  (random) =>
    `The pattern ^\\d{${random.integer(1, 4)}}-\\w+$ rejects it [see RFC ${random.integer(1000, 9999)}].`,
  (random) => `A 19" rack, ${random.integer(1, 9)}' wide, costs $${number(random)}.`,
  (random) => `Ratio 3:1, at 10:${random.integer(10, 59)}, step ${random.integer(1, 5)}/5; a = b, c => d.`,
  (random) => `Name\tAmount\n${prose.area(random)}\t${number(random)}\n`,
  (random) => `He said 'later', then "${prose.sentence(random)}"`,
  (random) => `SELECT * FROM "${prose.area(random)}" WHERE id = '${random.integer(1, 99)}' /* slow */;`,
  (random) => `Options: [a] keep it, [b] drop it, {c} tell ${prose.person(random)}.`,
]

/** Short texts as in lists of labels, paths and identifiers. */
const WORDS: readonly ((random: Random) => string)[] = [
  prose.area,
  prose.agent,
  prose.day,
  (random) => prose.path(random),
  (random) => `${prose.path(random)}:${random.integer(1, 400)}`,
  (random) => `#${random.integer(1, 900)}`,
  (random) => String(random.integer(1, 900)),
  (random) => `v${random.integer(1, 9)}.${random.integer(0, 20)}.0`,
  (random) => `p${random.integer(50, 99)} < ${random.integer(1, 900)} ms`,
  (random) =>
    random.pick(['true', 'null', 'yes', 'n/a', 'a, b', 'x: 1', '', ' ', '-', '{id}', 'R&D', "it's"]),
]

type Container = Record<string, unknown> | unknown[]

/** A text in an artifact. */
interface TextPlace {
  readonly container: Container
  readonly key: string
  readonly text: string
}

/** Puts varied content into texts and lists of an artifact, as far as it stays valid. */
export function enrich(artifact: Container, random: Random, isValid: () => boolean): void {
  for (const place of proseIn(artifact)) {
    if (random.chance(0.4)) setIfValid(place, richText(place.text, random), isValid)
  }
  for (const list of listsIn(artifact)) {
    if (!random.chance(0.25)) continue
    for (const [index, text] of list.entries())
      setIfValid({ container: list, key: String(index), text }, random.pick(WORDS)(random), isValid)
  }
}

/** Changes a random text of an artifact; returns whether it is still valid then. */
export function rewordOne(
  artifact: Container,
  reword: (text: string) => string,
  random: Random,
  isValid: () => boolean,
): boolean {
  return random
    .shuffled(proseIn(artifact))
    .slice(0, 5)
    .some((place) => {
      const text = reword(place.text)
      return text !== place.text && setIfValid(place, text, isValid)
    })
}

/** Replaces one sentence, or adds one. */
function richText(text: string, random: Random): string {
  const sentences = text.split(/(?<=\.) /)
  sentences.splice(random.integer(0, sentences.length), random.integer(0, 1), random.pick(SENTENCES)(random))
  return sentences.join(random.chance(0.1) ? '\n' : ' ')
}

function setIfValid({ container, key, text }: TextPlace, changed: string, isValid: () => boolean): boolean {
  const target = container as Record<string, unknown>
  target[key] = changed
  if (isValid()) return true
  target[key] = text
  return false
}

/** The texts of several words. */
function proseIn(value: unknown): TextPlace[] {
  if (typeof value !== 'object' || value === null) return []
  const container = value as Container
  return Object.entries(container).flatMap(([key, text]) =>
    typeof text === 'string' ? (/\S \S+ \S/.test(text) ? [{ container, key, text }] : []) : proseIn(text),
  )
}

function listsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isList ? [value] : Object.values(value).flatMap(listsIn)
}

const number = (random: Random): string => (random.integer(1, 99_999) / random.pick([1, 10, 100])).toString()
