import type { ValidatedFile } from '@workbench/workspace'

import { formatNumber } from '../html/format.ts'
import { type ArtifactValue, toArtifactValue } from '../model/artifact-value.ts'
import type { BoardFile } from '../model/board-file.ts'
import { type Summary, titleOf, toneOf } from '../model/summary.ts'
import { viewOf } from './views.ts'

/** Adds what the board needs to know of an artifact to the verdict on it. */
export function toBoardFile(
  { wave, agent }: Pick<BoardFile, 'wave' | 'agent'>,
  verdict: ValidatedFile,
  value: unknown,
): BoardFile {
  const artifact = toArtifactValue(value, verdict)
  const name = artifact.at('producedBy').value
  const producer = typeof name === 'string' ? name : undefined
  return { ...verdict, wave, agent, producer, summary: summarize(artifact, verdict.schema), value }
}

const MAX_TITLE = 200
const MAX_KEYWORDS = 2_000
const MAX_BLOCKERS = 5

/** An artifact in one line. A long title is shortened. */
function summarize(artifact: ArtifactValue, schema: string | undefined): Summary {
  const view = viewOf(schema)
  const { badges = [], title: names, figures = {}, tones = {}, block } = view ?? {}
  const [state = '', ...others] = badges.map((name) => artifact.at(name).text)
  const numbers = Object.entries(figures).flatMap(([label, name]) => {
    const { value } = artifact.at(name)
    return typeof value === 'number' && Number.isFinite(value) ? `${label} ${formatNumber(value)}` : []
  })
  const summary: Summary = {
    title: names ? artifact.texts(...names) : titleOf(artifact.value),
    outcome: [state, ...others, ...numbers].filter((text) => text !== '').join(', '),
    tone: toneOf(state, tones),
    isBlock: state !== '' && state === block,
    ...view?.summarize?.(artifact),
  }
  const shorten = (text: string) => (text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE)}…` : text)
  const { title, outcome, verdict = '', severity = '', keywords = '', blockedBy = [] } = summary
  return {
    ...summary,
    title: shorten(title),
    outcome: shorten(outcome),
    verdict: shorten(verdict),
    severity: shorten(severity),
    keywords: keywords.slice(0, MAX_KEYWORDS),
    blockedBy: [...new Set(blockedBy)].slice(0, MAX_BLOCKERS).map(shorten),
  }
}
