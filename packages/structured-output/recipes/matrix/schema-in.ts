/** The schema of the output or of the tool in a request to a model. */
export function schemaIn(
  request: unknown,
): { readonly schema: unknown; readonly isStrict: boolean } | undefined {
  const { tools, text, response_format, output_config } = request as Readonly<Record<string, never>>
  const tool = (tools as readonly Part[] | undefined)?.[0]
  const part =
    tool?.function ??
    tool ??
    (text as Part | undefined)?.format ??
    (response_format as Part | undefined)?.json_schema ??
    (output_config as Part | undefined)?.format
  if (!part) return undefined
  // The structured output of Anthropic is always strict.
  const isStrict = part.strict === true || output_config !== undefined
  return { schema: part.schema ?? part.parameters ?? part.input_schema, isStrict }
}

interface Part {
  readonly function?: Part
  readonly format?: Part
  readonly json_schema?: Part
  readonly strict?: boolean
  readonly schema?: unknown
  readonly parameters?: unknown
  readonly input_schema?: unknown
}
