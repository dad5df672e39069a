import { prose } from './prose.ts'
import type { Random } from './random.ts'

type Artifact = Record<string, unknown>

/** Generates a valid artifact of each contract. Optional members are present with a certain probability. */
export const artifacts: Readonly<Record<string, (random: Random) => Artifact>> = {
  'adr.v1': (random) => ({
    ...head(random, 'adr.v1'),
    number: random.integer(1, 400),
    title: prose.title(random),
    status: random.pick(['proposed', 'accepted', 'rejected', 'deprecated', 'superseded']),
    date: prose.day(random),
    context: prose.paragraph(random, 1500),
    options: random.list(2, 5, () => ({
      name: prose.title(random),
      pros: random.list(0, 4, () => prose.sentence(random)),
      cons: random.list(0, 4, () => prose.sentence(random)),
      ...random.sometimes(0.6, () => ({ cost: `${random.integer(4, 200)} hours` })),
    })),
    decision: prose.paragraph(random, 700),
    ...random.sometimes(0.7, () => ({ deciders: random.list(1, 3, () => prose.person(random)) })),
    ...random.sometimes(0.6, () => ({ drivers: random.list(1, 4, () => prose.title(random)) })),
    ...random.sometimes(0.8, () => ({
      consequences: {
        ...random.sometimes(0.9, () => ({ positive: sentences(random, 3) })),
        ...random.sometimes(0.9, () => ({ negative: sentences(random, 3) })),
        ...random.sometimes(0.5, () => ({ risks: sentences(random, 2) })),
      },
    })),
    ...random.sometimes(0.5, () => ({ supersedes: random.chance(0.5) ? null : random.integer(1, 200) })),
  }),

  'compliance-check.v1': (random) => ({
    ...head(random, 'compliance-check.v1'),
    controlId: prose.id(random, 'GOBD'),
    jurisdiction: random.pick(['DE', 'EU', 'FR', 'US-CA']),
    instrument: `${random.pick(['GDPR', 'AO', 'HGB', 'PSD2'])} Art. ${random.integer(1, 99)}(${random.integer(1, 4)})`,
    requirement: prose.paragraph(random, 400),
    status: random.pick(['compliant', 'partial', 'non-compliant', 'not-applicable', 'undetermined']),
    rationale: prose.paragraph(random, 900),
    assessedOn: prose.day(random),
    disclaimer: 'Automated technical assessment. Not legal advice.',
    ...random.sometimes(0.6, () => ({ gap: prose.paragraph(random, 300) })),
    ...random.sometimes(0.6, () => ({ remediation: prose.paragraph(random, 500) })),
    ...random.sometimes(0.8, () => ({ evidence: evidence(random, 5) })),
  }),

  'estimate.v1': (random) => ({
    ...head(random, 'estimate.v1'),
    scope: prose.paragraph(random, 300),
    items: random.list(1, 12, () => {
      const optimistic = random.integer(1, 60)
      return {
        ...random.sometimes(0.9, () => ({ label: prose.title(random) })),
        optimistic,
        likely: optimistic + prose.amount(random, 20),
        pessimistic: optimistic + 20 + prose.amount(random, 60),
        ...random.sometimes(0.7, () => ({ role: prose.agent(random) })),
        ...random.sometimes(0.8, () => ({ unit: random.pick(['hours', 'days', 'eur']) })),
      }
    }),
    assumptions: sentences(random, 6),
    ...random.sometimes(0.4, () => ({ currency: random.pick(['EUR', 'CHF', 'PLN']) })),
    ...random.sometimes(0.8, () => ({ expected: prose.amount(random, 900) })),
    ...random.sometimes(0.7, () => ({
      confidenceInterval: {
        ...random.sometimes(0.8, () => ({ p50: prose.amount(random, 900) })),
        p80: prose.amount(random, 1000),
        ...random.sometimes(0.8, () => ({ p95: prose.amount(random, 1200) })),
      },
    })),
    ...random.sometimes(0.5, () => ({ excluded: sentences(random, 3) })),
  }),

  'fact.v1': (random) => ({
    ...head(random, 'fact.v1'),
    id: `fact-${String(random.integer(1, 99999)).padStart(4, '0')}`,
    type: random.pick(['decision', 'constraint', 'convention', 'domain', 'risk', 'metric', 'glossary']),
    scope: random.pick(['project', `services/${prose.area(random)}`]),
    title: prose.title(random, 80),
    body: prose.paragraph(random, 900),
    confidence: confidence(random),
    source: prose.id(random, 'adr'),
    created: prose.day(random),
    ...random.sometimes(0.8, () => ({ tags: random.list(1, 6, () => prose.area(random)) })),
    ...random.sometimes(0.6, () => ({ expires: random.chance(0.6) ? null : prose.day(random) })),
    ...random.sometimes(0.5, () => ({ supersedes: random.chance(0.6) ? null : prose.id(random, 'fact') })),
    ...random.sometimes(0.6, () => ({ links: random.list(0, 5, () => prose.id(random, 'fact')) })),
  }),

  'finding.v1': (random) => finding(random),

  'handoff.v1': (random) => ({
    ...head(random, 'handoff.v1'),
    wave: `w${random.integer(1, 9)}`,
    status: random.pick(['complete', 'partial', 'blocked']),
    artifacts: random.list(1, 16, () => ({
      path: `.workbench/blackboard/w${random.integer(1, 9)}/${prose.agent(random)}.json`,
      schema: random.pick(['review.v1', 'finding.v1', 'risk.v1', 'compliance-check.v1']),
      ...random.sometimes(0.8, () => ({ sizeBytes: random.integer(700, 12_000) })),
    })),
    summary: prose.paragraph(random, 1200),
    ...random.sometimes(0.7, () => ({ openQuestions: sentences(random, 4) })),
    ...random.sometimes(0.4, () => ({ blockedBy: random.list(0, 3, () => prose.id(random, 'SALDO')) })),
    ...random.sometimes(0.8, () => ({ tokensSpent: random.integer(1000, 400_000) })),
  }),

  'plan.v1': (random) => ({
    ...head(random, 'plan.v1'),
    goal: prose.paragraph(random, 300),
    waves: random.list(1, 6, (wave) => ({
      id: `w${wave + 1}`,
      tasks: random.list(1, 6, () => ({
        id: prose.id(random, 'T'),
        description: prose.paragraph(random, 300),
        agent: prose.agent(random),
        ...random.sometimes(0.7, () => ({ dependsOn: random.list(0, 3, () => prose.id(random, 'T')) })),
        ...random.sometimes(0.8, () => ({ estimateHours: random.integer(1, 40) })),
        ...random.sometimes(0.6, () => ({ isolation: random.pick(['none', 'worktree']) })),
      })),
      gate: {
        tests: 'green',
        branchCoverage: 0.9,
        ...random.sometimes(0.4, () => ({ openFindings: { high: 0 } })),
      },
    })),
    ...random.sometimes(0.7, () => ({ rollback: prose.paragraph(random, 400) })),
    ...random.sometimes(0.6, () => ({ outOfScope: sentences(random, 4) })),
  }),

  'requirement.v1': (random) => ({
    ...head(random, 'requirement.v1'),
    id: prose.id(random, 'REQ'),
    kind: random.pick(['functional', 'non-functional', 'constraint', 'regulatory']),
    title: prose.title(random),
    acceptanceCriteria: random.list(1, 8, () => ({
      given: prose.sentence(random),
      when: prose.sentence(random),
      then: prose.sentence(random),
    })),
    priority: random.pick(['must', 'should', 'could', 'wont']),
    ...random.sometimes(0.8, () => ({ userStory: prose.paragraph(random, 400) })),
    ...random.sometimes(0.7, () => ({
      tracesTo: random.list(1, 5, () =>
        random.chance(0.3) ? random.integer(1, 90) : prose.id(random, 'IT'),
      ),
    })),
    ...random.sometimes(0.6, () => ({ owner: prose.person(random) })),
  }),

  'review.v1': (random) => ({
    ...head(random, 'review.v1'),
    target: `feature/${prose.id(random, 'SALDO')}`,
    dimension: random.pick(['correctness', 'security', 'performance']),
    verdict: random.pick(['pass', 'pass-with-comments', 'block']),
    findings: random.list(0, 7, () => finding(random)),
    summary: prose.paragraph(random, 900),
    ...random.sometimes(0.7, () => ({
      metrics: { filesRead: random.integer(1, 60), findingsBySeverity: { high: random.integer(0, 4) } },
    })),
  }),

  'risk.v1': (random) => ({
    ...head(random, 'risk.v1'),
    id: prose.id(random, 'RISK'),
    title: prose.title(random),
    category: random.pick([
      'technical',
      'schedule',
      'cost',
      'security',
      'compliance',
      'operational',
      'vendor',
    ]),
    probability: random.integer(0, 20) / 20,
    impactEur: random.integer(1, 400) * 1000,
    mitigation: prose.paragraph(random, 700),
    owner: prose.person(random),
    status: random.pick(['open', 'mitigating', 'accepted', 'closed']),
    ...random.sometimes(0.7, () => ({ exposureEur: random.integer(1, 90) * 1000 })),
    ...random.sometimes(0.7, () => ({ detection: prose.paragraph(random, 400) })),
    ...random.sometimes(0.6, () => ({ contingency: prose.paragraph(random, 500) })),
    ...random.sometimes(0.7, () => ({ reviewBy: prose.day(random) })),
  }),

  'tracker-item.v1': (random) => ({
    ...head(random, 'tracker-item.v1'),
    provider: random.pick(['jira', 'github', 'gitlab', 'linear']),
    sourceId: prose.id(random, 'SALDO'),
    title: prose.title(random, 200),
    type: random.pick(['epic', 'story', 'task', 'bug', 'spike', 'chore', 'unmapped']),
    state: random.pick(['triage', 'ready', 'in-progress', 'in-review', 'blocked', 'done', 'unmapped']),
    nativeState: random.pick(['To Do', 'Code-Prüfung', 'In Arbeit', 'opened']),
    ...random.sometimes(0.8, () => ({ nativeType: random.pick(['Story', 'Bug', 'Aufgabe']) })),
    ...random.sometimes(0.9, () => ({
      sourceUrl: `https://tracker.example/browse/${prose.id(random, 'SALDO')}`,
    })),
    ...random.sometimes(0.8, () => ({ assignees: random.list(0, 3, () => prose.person(random)) })),
    ...random.sometimes(0.8, () => ({ labels: random.list(0, 6, () => prose.area(random)) })),
    ...random.sometimes(0.6, () => ({ estimate: { value: random.integer(1, 13), unit: 'points' } })),
    ...random.sometimes(0.5, () => ({ parent: prose.id(random, 'SALDO') })),
    ...random.sometimes(0.6, () => ({
      sprint: {
        id: String(random.integer(100, 999)),
        name: `Saldo 2026-${random.integer(10, 52)} “${prose.area(random)}”`,
        startedAt: prose.timestamp(random),
        endsAt: prose.timestamp(random),
        ...random.sometimes(0.8, () => ({ state: 'active' })),
      },
    })),
    createdAt: prose.timestamp(random),
    updatedAt: prose.timestamp(random),
    ...random.sometimes(0.3, () => ({ closedAt: prose.timestamp(random) })),
    ...random.sometimes(0.8, () => ({ flow: flow(random) })),
    ...random.sometimes(0.5, () => ({ blockedBy: random.list(0, 6, () => prose.id(random, 'SALDO')) })),
    ...random.sometimes(0.8, () => ({ tracesTo: random.list(1, 12, () => prose.id(random, 'IT-RECON')) })),
  }),
}

const head = (random: Random, schema: string): Artifact => ({ schema, producedBy: prose.agent(random) })

const sentences = (random: Random, most: number): string[] =>
  random.list(1, most, () => prose.sentence(random))

const confidence = (random: Random): string => random.pick(['high', 'medium', 'low'])

function evidence(random: Random, most: number): Artifact[] {
  return random.list(1, most, () => ({
    kind: random.pick(['file', 'command', 'url', 'standard', 'measurement']),
    ref: `${prose.path(random)}#L${random.integer(1, 400)}`,
    ...random.sometimes(0.6, () => ({ excerpt: prose.paragraph(random, 600, 0.2) })),
  }))
}

function finding(random: Random): Artifact {
  return {
    ...head(random, 'finding.v1'),
    id: prose.id(random, 'F'),
    severity: random.pick(['critical', 'high', 'medium', 'low', 'info']),
    title: prose.title(random, 120),
    summary: prose.paragraph(random, 600),
    failureScenario: prose.paragraph(random, 700),
    confidence: confidence(random),
    ...random.sometimes(0.8, () => ({ category: random.pick(['correctness', 'security', 'encoding']) })),
    ...random.sometimes(0.8, () => ({
      location: {
        file: prose.path(random),
        ...random.sometimes(0.8, () => ({ line: random.integer(1, 900) })),
        ...random.sometimes(0.5, () => ({ component: prose.area(random) })),
      },
    })),
    ...random.sometimes(0.4, () => ({ standard: prose.id(random, 'CWE') })),
    ...random.sometimes(0.8, () => ({ remediation: prose.paragraph(random, 400) })),
    ...random.sometimes(0.7, () => ({ effortHours: prose.amount(random, 40) })),
    ...random.sometimes(0.4, () => ({ verdict: random.pick(['confirmed', 'plausible', 'refuted']) })),
    ...random.sometimes(0.8, () => ({ evidence: evidence(random, 4) })),
  }
}

/** If `historyRead` is false, the contract forbids the timestamps. */
function flow(random: Random): Artifact {
  const blocked = random.sometimes(0.6, () => ({ blockedDays: prose.amount(random, 9) }))
  if (random.variant(0.2)) return { ...blocked, historyRead: false }
  return {
    enteredInProgress: prose.timestamp(random),
    ...random.sometimes(0.7, () => ({ enteredReview: prose.timestamp(random) })),
    ...blocked,
    historyRead: true,
  }
}
