import { type FactDraft, isIsoDate, writeFact } from '@workbench/workspace'

import { success } from '../tool-result.ts'
import { openProject } from './open-project.ts'
import { type Tool, violationMembers } from './tool.ts'

/** The schema of the type of a fact. */
export const factType = {
  enum: ['decision', 'constraint', 'convention', 'domain', 'risk', 'metric', 'glossary'],
} as const

export const memoryWrite: Tool<FactDraft> = {
  name: 'memory_write',
  title: 'Write a fact to the memory',
  description:
    'Writes one durable fact about the project (fact.v1) to .workbench/memory/, under an id made from the time. It is the only ' +
    'way to write facts; do not write files there yourself. Facts are never changed: to correct one, write a new fact ' +
    'whose supersedes is the id of the old one. It sets the id and the date. It rejects an invalid fact (for example ' +
    'a title of more than 80 or a body of more than 900 characters), ids in supersedes or links that do not exist, and ' +
    'a supersedes that another fact supersedes already, and then writes nothing.',
  annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: false },
  inputSchema: {
    type: 'object',
    required: ['agent', 'type', 'scope', 'title', 'body', 'confidence', 'source'],
    properties: {
      agent: { type: 'string', description: 'Your name.' },
      type: { ...factType, description: 'Kind of fact.' },
      scope: { type: 'string', description: 'What it applies to: the whole project, or a part of it.' },
      title: {
        type: 'string',
        maxLength: 80,
        description: 'Summary of the fact, at most 80 characters.',
      },
      body: {
        type: 'string',
        maxLength: 900,
        description: 'The fact, understandable without its title, at most 900 characters.',
      },
      confidence: { type: 'string', description: 'How certain it is, for example high, medium or low.' },
      source: { type: 'string', description: 'Source of the fact, for example the id of an ADR.' },
      tags: { type: 'array', items: { type: 'string' }, description: 'Keywords for the search.' },
      expires: {
        type: ['string', 'null'],
        description: 'Last day on which it is true, as 2026-12-31.',
      },
      supersedes: {
        type: ['string', 'null'],
        description: 'Id of the fact that it supersedes, for example fact-0007.',
      },
      links: { type: 'array', items: { type: 'string' }, description: 'Ids of related facts.' },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'Id of the new fact.' },
      path: { type: 'string', description: "Path of the file, relative to the project's root." },
      warnings: {
        type: 'array',
        items: { type: 'string' },
        description: 'What you or the user should correct; absent without a warning.',
      },
      ...violationMembers,
    },
  },
  call(draft, context) {
    const { area, contracts } = openProject(context)
    const { id, path } = writeFact(area, contracts, draft, context.today().toISOString().slice(0, 10))
    const warnings = warningsAbout(draft)
    return success(
      { id, path, ...(warnings.length > 0 && { warnings }) },
      [`Wrote ${id} to ${path}.`, ...warnings.map((warning) => `Warning: ${warning}.`)].join('\n'),
    )
  },
}

const warningsAbout = ({ expires }: FactDraft): string[] =>
  typeof expires === 'string' && !isIsoDate(expires)
    ? [`expires is not a day as 2026-12-31, so the fact never expires`]
    : []
