import { type Html, html } from '../html/html.ts'
import { formatNumber } from '../html/format.ts'
import { toneOf } from '../model/summary.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { badge, show } from '../parts/show.ts'
import { showOthers } from './table.ts'
import type { View } from './view.ts'

const SHOWN = ['id', 'title', 'status', 'probability', 'impactEur', 'exposureEur']

/** A risk: its probability, its impact and its exposure. */
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
      ${showOthers(risk, context, SHOWN)}`,
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
