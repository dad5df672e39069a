/** What an agent gives of a fact. */
export const fact = {
  agent: 'curator',
  type: 'decision',
  scope: 'project',
  title: 'PostgreSQL holds the data',
  body: 'Every project and task is kept in PostgreSQL.',
  confidence: 'high',
  source: 'ADR-7',
}
