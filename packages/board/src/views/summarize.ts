import type { ValidatedFile } from '@workbench/workspace'

import { formatNumber } from '../html/format.ts'
import { toArtifactValue } from '../model/artifact-value.ts'
import { type Summary, titleOf, toneOf } from '../model/summary.ts'
import { viewOf } from './views.ts'

const MAX_TITLE = 200
const MAX_KEYWORDS = 2_000
const MAX_BLOCKERS = 5

/** An artifact in one line. A long title is shortened. */
export function summarize(value: unknown, file: ValidatedFile): Summary {
  const view = viewOf(file.schema)
  const artifact = toArtifactValue(value, file)
  const { badges = [], title: names, figures = {}, tones = {}, block } = view ?? {}
  const [state = '', ...others] = badges.map((name) => artifact.at(name).text)
  const numbers = Object.entries(figures).flatMap(([label, name]) => {
    const { number } = artifact.at(name)
    return number === undefined ? [] : `${label} ${formatNumber(number)}`
  })
  const summary: Summary = {
    title: names ? artifact.texts(...names) : titleOf(value),
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
