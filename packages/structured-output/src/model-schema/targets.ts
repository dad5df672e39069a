/** The rules of an interface of models for the schema of an output. */
export type Target = 'openai-strict' | 'anthropic' | 'json-schema'

export interface TargetRules {
  /** Whether the interface enforces a keyword with this value; the others are described. */
  readonly enforces: (keyword: string, value: unknown) => boolean
  /** The maximum number of members that may be absent; the others are required, and null stands for absent. */
  readonly maxOptional: number
  readonly limits: Limits
}

/** Documented maximums; undefined if there is none. */
export interface Limits {
  /** Levels of objects, the root included. */
  readonly depth?: number
  readonly members?: number
  /** The values of all `enum`s. */
  readonly enumValues?: number
  /** UTF-16 code units in the names of members and in the values of `enum` and `const`. */
  readonly characters?: number
  /** UTF-16 code units in the values of an `enum` of more than 250 strings. */
  readonly charactersOfLargeEnum?: number
  /** Members and items with `anyOf`. */
  readonly unions?: number
}

/**
 * "Supported schemas" of OpenAI's guide "Structured model outputs":
 * https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas
 */
const openAiStrict: TargetRules = {
  enforces: (keyword, value) =>
    ['minimum', 'maximum', 'minItems'].includes(keyword) ||
    (keyword === 'pattern' && isPlainPattern(String(value))) ||
    (keyword === 'format' && FORMATS.includes(String(value))),
  maxOptional: 0,
  limits: {
    depth: 10,
    members: 5000,
    enumValues: 1000,
    characters: 120_000,
    charactersOfLargeEnum: 15_000,
  },
}

/**
 * "JSON Schema limitations" and "Explicit limits" of Anthropic's page "Structured outputs":
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
 * The limits are those of all strict schemas of a request together. Patterns are described, because the page allows only
 * simple ones and does not define them.
 */
const anthropic: TargetRules = {
  enforces: (keyword, value) =>
    (keyword === 'minItems' && Number(value) <= 1) ||
    (keyword === 'format' && [...FORMATS, 'uri'].includes(String(value))),
  // A nullable member is a union, of which there may be fewer.
  maxOptional: 24,
  limits: { unions: 16 },
}

const jsonSchema: TargetRules = {
  enforces: (keyword) => keyword !== 'if' && keyword !== 'then' && keyword !== 'default',
  maxOptional: 0,
  limits: {},
}

export const TARGETS: Readonly<Record<Target, TargetRules>> = {
  'openai-strict': openAiStrict,
  anthropic,
  'json-schema': jsonSchema,
}

/** The formats that both OpenAI and Anthropic list. */
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']

/** Without groups that look around or have a name, references to groups, and properties of Unicode. */
const isPlainPattern = (pattern: string): boolean => !/\(\?|\\[\dkpPbBcux]/.test(pattern)
