import { compileSchema, type ParseLosses, type Validator, type Violation } from '@workbench/contracts'

import type { Tool } from './tools/tool.ts'

const validators = new Map<Tool, Validator>()

interface ArgumentVerdict {
  readonly violations: readonly Violation[]
  /** The number of violations that are not listed, at least. */
  readonly more: number
  /** The losses in the argument `artifact`, with paths in the artifact. The tool reports them with its violations. */
  readonly artifactLosses: readonly Violation[]
}

/** The violations of the tool's input schema in the arguments of a call, and what was lost when they were parsed. */
export function validateArguments(tool: Tool, args: unknown, losses: ParseLosses): ArgumentVerdict {
  let validator = validators.get(tool)
  if (!validator) validators.set(tool, (validator = compileSchema({ ...tool.inputSchema, $id: tool.name })))
  const verdict = validator.validate(args)
  const artifactLosses = losses.violations
    .filter(({ path }) => path.startsWith(ARTIFACT))
    .map((violation) => ({ ...violation, path: violation.path.slice(ARTIFACT.length - 1) }))
  const others = losses.violations.filter(({ path }) => !path.startsWith(ARTIFACT))
  return {
    violations: [...others, ...(verdict.valid ? [] : verdict.violations)],
    more: losses.more + (verdict.valid ? 0 : (verdict.more ?? 0)),
    artifactLosses,
  }
}

const ARTIFACT = '/artifact/'
