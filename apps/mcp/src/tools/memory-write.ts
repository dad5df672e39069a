import { resolve } from 'node:path'

import { escapeText } from '@workbench/contracts'
import { adviceOnTexts, type FactDraft, isExpired, writeFact } from '@workbench/workspace'

import contract from '../../../../schemas/fact.v1.schema.json' with { type: 'json' }
import { success } from '../tool-result.ts'
import { defineTool } from './tool.ts'

const { type, scope, title, body, confidence, source, tags, expires, supersedes, links } = contract.properties

export const memoryWrite = defineTool<FactDraft>({
  name: 'memory_write',
  title: 'Write a fact to the memory',
  description:
    'Writes one durable fact about the project (fact.v1) to .workbench/memory/, under an id made from the time. It is the only ' +
    'way to write facts; do not write files there yourself. Facts are never changed: to correct one, write a new fact ' +
    'whose supersedes is the id of the old one, or of the one that stays if some contradict each other. It sets the id and the date. It rejects an invalid fact (for example ' +
    `a title of more than ${title.maxLength} or a body of more than ${body.maxLength} characters), ids in supersedes or ` +
    'links that do not exist, and a supersedes that another fact supersedes already, and then writes nothing.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  required: ['agent', 'type', 'scope', 'title', 'body', 'confidence', 'source'],
  input: {
    agent: { type: 'string', description: 'Your name.' },
    ...{ type, scope, title, body, confidence, source, tags, expires, supersedes, links },
  },
  call(draft, { area, contracts, today }) {
    const written = writeFact(area, contracts, draft, today)
    const path = resolve(area.root, written.path)
    const message = 'It is not a day as 2026-12-31, so the fact never expires'
    const never =
      isExpired(draft, today) === undefined ? [{ path: '/expires', rule: 'expires', message }] : []
    const advice = [...never, ...adviceOnTexts('fact.v1', draft, contracts)]
    return success({ id: written.id, path }, `Wrote ${written.id} to ${escapeText(path)}.`, advice)
  },
})
