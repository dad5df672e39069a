import { mkdirSync } from 'node:fs'

import { type FactDraft, readMemory, writeFact } from '@workbench/workspace'

import { contracts, draft, newProject, TODAY } from '../project.ts'

/** A project with a memory without facts. */
export function newMemory() {
  const { area, at } = newProject()
  for (const folder of ['memory', 'records', 'tmp']) mkdirSync(at(folder), { recursive: true })
  return {
    area,
    at,
    write: (change: Partial<FactDraft> = {}) => writeFact(area, contracts, draft(change), TODAY),
    read: () => readMemory(area, contracts),
  }
}

/** The text of a fact; `change` replaces members. */
export const textOf = (id: string, change: Readonly<Record<string, unknown>> = {}): string => {
  const { agent, ...members } = draft()
  return JSON.stringify({ schema: 'fact.v1', producedBy: agent, id, ...members, created: TODAY, ...change })
}
