import { type FactDraft, writeFact } from '@workbench/workspace'

import { success } from '../tool-result.ts'
import { openProject } from './open-project.ts'
import { type Tool, violationsSchema } from './tool.ts'

export const memoryWrite: Tool<FactDraft> = {
  name: 'memory_write',
  title: 'Remember a fact',
  description:
    'Writes one atomic, durable project fact (fact.v1) to .workbench/memory/, under the next number. It is the only ' +
    'way to write facts; never write there by hand. Facts are never changed: to correct one, write a new one whose ' +
    'supersedes names it. It sets the id and the day. It refuses a fact that breaks the contract (a title over 80 or ' +
    'a body over 900 characters, for example) and one whose supersedes or links name facts that do not exist; nothing ' +
    'is written then.',
  annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: false },
  inputSchema: {
    type: 'object',
    required: ['agent', 'type', 'scope', 'title', 'body', 'confidence', 'source'],
    properties: {
      agent: { type: 'string', description: 'Your name.' },
      type: {
        enum: ['decision', 'constraint', 'convention', 'domain', 'risk', 'metric', 'glossary'],
        description: 'What kind of fact it is.',
      },
      scope: { type: 'string', description: 'What it holds for: the whole project, or one part of it.' },
      title: {
        type: 'string',
        maxLength: 80,
        description: 'The fact in a few words, at most 80 characters.',
      },
      body: {
        type: 'string',
        maxLength: 900,
        description: 'The fact, complete without its title, at most 900 characters.',
      },
      confidence: { type: 'string', description: 'How sure you are, for example high, medium or low.' },
      source: { type: 'string', description: 'Where it comes from, for example an ADR id.' },
      tags: { type: 'array', items: { type: 'string' }, description: 'Words to find it by.' },
      expires: {
        type: ['string', 'null'],
        description: 'Day after which it no longer holds, as 2026-12-31.',
      },
      supersedes: {
        type: ['string', 'null'],
        description: 'Id of the fact that it replaces, for example fact-0007.',
      },
      links: { type: 'array', items: { type: 'string' }, description: 'Ids of related facts.' },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'The number that the fact was given.' },
      path: { type: 'string', description: "Where the fact stands, from the project's root." },
      violations: violationsSchema,
    },
  },
  call(draft, context) {
    const { area, contracts } = openProject(context)
    const { id, path } = writeFact(area, contracts, draft, context.today().toISOString().slice(0, 10))
    return success({ id, path }, `Remembered as ${id}, in ${path}.`)
  },
}
