import { join } from 'node:path'

import { type Engine, loadCompiled } from '../../../build/code-cache/load-compiled.ts'
import type * as Validate from './commands/validate/validate.ts'

/** Loads the `validate` command from its own bundle, with V8's code cache. */
export const loadValidate = (engine: Engine) =>
  loadCompiled(join(import.meta.dirname, 'validate.cjs'), engine) as typeof Validate
