import { type Html, html } from '../html/html.ts'
import { formatNumber } from '../html/format.ts'
import type { BoardFile } from '../model/board-file.ts'
import { toneOf } from '../model/summary.ts'
import { toArtifactValue, type ArtifactValue } from '../model/artifact-value.ts'
import { badge, show } from '../parts/show.ts'
import { showOthers } from './table.ts'
import type { View, ViewContext } from './view.ts'

const SHOWN = ['id', 'title', 'status', 'probability', 'impactEur', 'exposureEur']

/** A risk: its exposure, and its position among all risks of the board on a matrix of probability and impact. */
export const riskView: View = {
  show: (risk, context) =>
    html`<p class="lead">
        ${badge(risk.at('status'))} <span class="id">${show(risk.at('id'))}</span> ${show(risk.at('title'))}
      </p>
      <p class="sum">
        Probability <strong>${show(risk.at('probability'))}</strong> × impact
        <strong>€ ${showAmount(risk.at('impactEur'))}</strong> = exposure
        <strong>${showExposure(risk)}</strong>
      </p>
      ${showMatrix(context)} ${showOthers(risk, context, SHOWN)}`,
  summarize: (risk) => {
    const [status, exposure] = [risk.at('status').text, exposureOf(risk)]
    return {
      title: risk.texts('id', 'title'),
      outcome: [status, exposure !== undefined && `exposure € ${formatNumber(exposure)}`]
        .filter(Boolean)
        .join(', '),
      tone: toneOf(status, TONES),
    }
  },
}

const TONES = { open: 'warn', mitigating: 'warn', closed: 'good' } as const

/** As the artifact says; else calculated. */
function exposureOf(risk: ArtifactValue): number | undefined {
  const [probability, impact] = [risk.at('probability').number, risk.at('impactEur').number]
  const calculated = probability === undefined || impact === undefined ? undefined : probability * impact
  return risk.at('exposureEur').number ?? calculated
}

const showAmount = (amount: ArtifactValue): Html =>
  amount.number === undefined || amount.notes.length > 0 ? show(amount) : html`${formatNumber(amount.number)}`

function showExposure(risk: ArtifactValue): Html {
  const exposure = risk.at('exposureEur')
  if (exposure.isShown) return html`€ ${showAmount(exposure)}`
  const calculated = exposureOf(risk)
  return calculated === undefined ? html`unknown` : html`€ ${formatNumber(calculated)}`
}

/** Upper bounds. A probability of 1 is in the last band. */
const PROBABILITIES = [0.1, 0.3, 0.5, 0.7, 1]
const IMPACTS = [1_000, 10_000, 100_000, 1_000_000, Infinity]

interface RatedRisk {
  readonly file: BoardFile
  readonly id: string
  /** Indexes of the bands. */
  readonly probability: number
  readonly impact: number
}

/** The most other risks in the matrix, and in one of its cells. */
const MAX_COMPARED = 200
const MAX_IN_CELL = 5

function showMatrix({ files, file, links }: ViewContext): Html {
  const [current] = rate(file)
  const others = files.filter(({ schema, path }) => schema === 'risk.v1' && path !== file.path)
  const risks = others.slice(0, MAX_COMPARED).flatMap(rate)
  const cell = (probability: number, impact: number) => {
    const isHere = (risk: RatedRisk) => risk.probability === probability && risk.impact === impact
    const own = risks.filter(isHere)
    return html`<td class="level-${levelOf(probability, impact)}">
      ${current && isHere(current) && html`<strong aria-current="true">${current.id}</strong> `}
      ${own.slice(0, MAX_IN_CELL).map(({ file: { path }, id }) => html`<a href="${links.artifact(path)}">${id}</a> `)}
      ${own.length > MAX_IN_CELL && `and ${own.length - MAX_IN_CELL} more`}
    </td>`
  }
  const rows = PROBABILITIES.map((_, index) => index).reverse()
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Matrix">
    <table class="matrix">
      <caption>
        All risks of the board by probability (rows) and impact in euros (columns)
      </caption>
      <thead>
        <tr>
          <td></td>
          ${IMPACTS.map((_, impact) => html`<th scope="col">${impactBand(impact)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (probability) =>
            html`<tr>
              <th scope="row">${probabilityBand(probability)}</th>
              ${IMPACTS.map((_, impact) => cell(probability, impact))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** Empty if the probability or the impact is not a number in its range. */
function rate(file: BoardFile): RatedRisk[] {
  const risk = toArtifactValue(file.value, file)
  const [probability = -1, impact = -1] = [risk.at('probability').number, risk.at('impactEur').number]
  if (probability < 0 || probability > 1 || impact < 0) return []
  return [
    {
      file,
      id: risk.at('id').text || file.agent,
      probability: PROBABILITIES.findIndex((bound) => probability < bound || bound === 1),
      impact: IMPACTS.findIndex((bound) => impact < bound),
    },
  ]
}

/** From 0, low, to 2, high. */
const levelOf = (probability: number, impact: number): number => Math.floor((probability + impact) / 3)

const probabilityBand = (index: number): string =>
  `${(PROBABILITIES[index - 1] ?? 0) * 100}–${(PROBABILITIES[index] ?? 1) * 100} %`

function impactBand(index: number): string {
  const [from = 0, to = Infinity] = [IMPACTS[index - 1], IMPACTS[index]]
  return to === Infinity ? `from ${formatNumber(from)}` : `below ${formatNumber(to)}`
}
