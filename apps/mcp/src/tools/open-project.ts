import { type Contracts, openContracts } from '@workbench/contracts'
import { findProjectRoot, openArea, type WorkingArea } from '@workbench/workspace'

import type { ToolContext } from './tool.ts'

interface Project {
  readonly root: string
  readonly area: WorkingArea
  readonly contracts: Contracts
}

export function openProject({ env, cwd }: ToolContext): Project {
  const root = findProjectRoot({ env, cwd })
  return { root, area: openArea(root), contracts: openContracts({ env, cwd: root }) }
}
