/** A fact as it is given to writeFact() and to `memory_write`. */
export const factDraft = {
  agent: 'curator',
  type: 'decision',
  scope: 'project',
  title: 'PostgreSQL holds the data',
  body: 'Every project and task is kept in PostgreSQL.',
  confidence: 'high',
  source: 'ADR-7',
} as const
