import { compileSchema, type Validator, type Violation } from '@workbench/contracts'

import type { Tool } from './tools/tool.ts'

const validators = new Map<Tool, Validator>()

/** The violations of the tool's input schema in the arguments of a call. */
export function validateArguments(tool: Tool, args: unknown): readonly Violation[] {
  let validator = validators.get(tool)
  if (!validator) validators.set(tool, (validator = compileSchema({ ...tool.inputSchema, $id: tool.name })))
  const verdict = validator.validate(args)
  return verdict.valid ? [] : verdict.violations
}
