import type { View } from './view.ts'

/** A decision. */
export const adrView: View = {
  head: { badges: ['status'], id: 'number', title: 'title' },
  summarize: (adr) => ({ title: `ADR ${adr.texts('number', 'title')}` }),
  tones: { accepted: 'good', proposed: 'warn' },
}
