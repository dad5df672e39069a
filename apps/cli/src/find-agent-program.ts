import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { AgentProgram } from '@workbench/agents/install'

/** Path of the bundle of the hook or of the agent tools; undefined if this command runs from source. */
export const findAgentProgram = (name: AgentProgram): string | undefined =>
  // In the published package, and in the build of this repository.
  [import.meta.dirname, join(import.meta.dirname, 'package')]
    .map((folder) => join(folder, `${name}.cjs`))
    .find((file) => existsSync(file))
