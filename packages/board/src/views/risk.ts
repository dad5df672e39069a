import { type Html, html } from '../html/html.ts'
import { formatNumber } from '../html/format.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { show, showNotes } from '../parts/show.ts'
import type { View } from './view.ts'

/** A risk: its probability, its impact and its exposure. */
export const riskView: View = {
  head: { badges: ['status'], id: 'id', title: 'title' },
  show: (risk) => {
    const [exposure, calculated] = [risk.at('exposureEur'), exposureOf(risk)]
    return html`<p class="sum">
      Probability <strong>${show(risk.at('probability'))}</strong> × impact
      <strong>€ ${showAmount(risk.at('impactEur'))}</strong> = exposure
      <strong
        >€
        ${exposure.isShown || calculated === undefined ? showAmount(exposure) : formatNumber(calculated)}</strong
      >
    </p>`
  },
  shown: ['probability', 'impactEur', 'exposureEur'],
  summarize: (risk) => {
    const exposure = exposureOf(risk)
    const texts = [risk.at('status').text, exposure !== undefined && `exposure € ${formatNumber(exposure)}`]
    return { outcome: texts.filter(Boolean).join(', ') }
  },
  tones: { open: 'warn', mitigating: 'warn', closed: 'good' },
}

/** As the artifact says; else calculated. */
function exposureOf(risk: ArtifactValue): number | undefined {
  const [probability, impact] = [risk.at('probability').number, risk.at('impactEur').number]
  const calculated = probability === undefined || impact === undefined ? undefined : probability * impact
  return risk.at('exposureEur').number ?? calculated
}

const showAmount = (amount: ArtifactValue): Html =>
  amount.number === undefined ? show(amount) : html`${formatNumber(amount.number)}${showNotes(amount)}`
