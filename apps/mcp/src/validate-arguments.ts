import { compileSchema, type Validator, type Verdict } from '@workbench/contracts'

import type { Tool } from './tools/tool.ts'

const validators = new Map<Tool, Validator>()

/** Validates the arguments of a call against the input schema of the tool. */
export function validateArguments(tool: Tool, args: unknown): Verdict {
  let validator = validators.get(tool)
  if (!validator) validators.set(tool, (validator = compileSchema({ ...tool.inputSchema, $id: tool.name })))
  return validator.validate(args)
}
