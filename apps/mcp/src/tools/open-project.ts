import { type Contracts, openContracts } from '@workbench/contracts'
import { openArea, type WorkingArea } from '@workbench/workspace'

import type { CallContext } from './tool.ts'

interface Project {
  readonly area: WorkingArea
  readonly contracts: Contracts
}

export const openProject = ({ env, root }: CallContext): Project => ({
  area: openArea(root),
  contracts: openContracts({ env, cwd: root }),
})
