import { compileSchema, type Validator, type Violation } from '@workbench/contracts'

import type { Tool } from './tools/tool.ts'

const validators = new Map<Tool, Validator>()

/** What is wrong with the arguments of a call, by the tool's input schema. */
export function validateArguments(tool: Tool, args: unknown): readonly Violation[] {
  let validator = validators.get(tool)
  if (!validator) validators.set(tool, (validator = compileSchema({ ...tool.inputSchema, $id: tool.name })))
  const verdict = validator.validate(args)
  return verdict.valid ? [] : verdict.violations
}
