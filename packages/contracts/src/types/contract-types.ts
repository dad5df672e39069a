// Generated from schemas/ by `pnpm generate`; edit the contract files instead.

/** The types of the artifacts, by the id of their contract. */
export interface ContractTypes {
  'adr.v1': AdrV1
  'compliance-check.v1': ComplianceCheckV1
  'estimate.v1': EstimateV1
  'fact.v1': FactV1
  'finding.v1': FindingV1
  'handoff.v1': HandoffV1
  'plan.v1': PlanV1
  'requirement.v1': RequirementV1
  'review.v1': ReviewV1
  'risk.v1': RiskV1
  'tracker-item.v1': TrackerItemV1
}
/** A decision with the options that were weighed. */
export interface AdrV1 {
  /** The contract that this artifact follows. */
  schema: 'adr.v1'
  /** Name of the agent that produced the artifact. */
  producedBy: string
  /** Number of the record. */
  number: number
  /** The decision in a few words. */
  title: string
  /** Status of the decision. */
  status: 'proposed' | 'accepted' | 'rejected' | 'deprecated' | 'superseded'
  /** Day of the status, ISO 8601. */
  date: string
  /** The forces that call for a decision. */
  context: string
  /** The options weighed, the rejected ones included. At least 2. Items: One option. */
  options: {
    /** The option in a few words. */
    name: string
    /** What speaks for it. */
    pros: unknown[]
    /** What speaks against it. */
    cons: unknown[]
    /** What it costs, with its unit. */
    cost?: string
  }[]
  /** What was decided, and why. */
  decision: string
  /** Who decided. */
  deciders?: unknown[]
  /** What the options were measured against. */
  drivers?: unknown[]
  /** What follows from the decision. */
  consequences?: {
    /** What becomes easier. */
    positive?: unknown[]
    /** What becomes harder. */
    negative?: unknown[]
    /** What may go wrong. */
    risks?: unknown[]
  }
  /** Number of the record that this one replaces; null when it replaces none. */
  supersedes?: number | null
}
/** One control assessed against one jurisdiction pack. */
export interface ComplianceCheckV1 {
  /** The contract that this artifact follows. */
  schema: 'compliance-check.v1'
  /** Name of the agent that produced the artifact. */
  producedBy: string
  /** Identifier of the control. */
  controlId: string
  /** Where the instrument applies, for example EU or DE. */
  jurisdiction: string
  /** Law, regulation or standard. */
  instrument: string
  /** What the instrument requires. */
  requirement: string
  /** How the control fares. */
  status: 'compliant' | 'partial' | 'non-compliant' | 'not-applicable' | 'undetermined'
  /** Why that status. */
  rationale: string
  /** Day of the assessment, ISO 8601. */
  assessedOn: string
  /** Goes with every check, word for word. */
  disclaimer: 'Automated technical assessment. Not legal advice.'
  /** What is missing. */
  gap?: string
  /** What to do about it. */
  remediation?: string
  /** What supports the status. */
  evidence?: Evidence[]
}
/** Something a reader can check the claim against. */
export interface Evidence {
  /** What the reference points to. */
  kind: 'file' | 'command' | 'url' | 'standard' | 'measurement'
  /** The reference: a path, a command line, an address, a clause or a measured figure. */
  ref: string
  /** The part that matters, quoted. */
  excerpt?: string
}
/** A three-point estimate. An estimate without assumptions is rejected. */
export interface EstimateV1 {
  /** The contract that this artifact follows. */
  schema: 'estimate.v1'
  /** Name of the agent that produced the artifact. */
  producedBy: string
  /** What is estimated. */
  scope: string
  /** The parts estimated. At least 1. Items: One part, with its three points. */
  items: {
    /** What the part is. */
    label?: string
    /** If all goes well. */
    optimistic: number
    /** What is most probable. */
    likely: number
    /** If much goes wrong. */
    pessimistic: number
    /** Who does it. */
    role?: string
    /** Unit of the three points. */
    unit?: 'hours' | 'days' | 'eur'
  }[]
  /** What must hold for the estimate to hold. At least 1. */
  assumptions: string[]
  /** ISO 4217 code for amounts of money. */
  currency?: string
  /** PERT: (optimistic + 4 × likely + pessimistic) / 6, over all parts. */
  expected?: number
  /** Values not exceeded with the given probability. */
  confidenceInterval?: {
    /** In half of the cases. */
    p50?: number
    /** In 80 % of the cases. */
    p80?: number
    /** In 95 % of the cases. */
    p95?: number
  }
  /** What the estimate leaves out. */
  excluded?: string[]
}
/** One atomic, durable project fact, tier T1. Written only through the memory_write tool, never by hand. */
export interface FactV1 {
  /** The contract that this artifact follows. */
  schema: 'fact.v1'
  /** Name of the agent that produced the artifact. */
  producedBy: string
  /** Number of the fact, given by memory_write. */
  id: string
  /** What kind of fact it is. */
  type: 'decision' | 'constraint' | 'convention' | 'domain' | 'risk' | 'metric' | 'glossary'
  /** What the fact holds for, for example the whole project or one component. */
  scope: string
  /** The fact in a few words. */
  title: string
  /** The fact itself, complete without its title. */
  body: string
  /** How sure the producer is, for example high, medium or low. */
  confidence: string
  /** Reference to the origin, for example an ADR id. */
  source: string
  /** Day on which the fact was written, ISO 8601. */
  created: string
  /** Words to find the fact by. */
  tags?: string[]
  /** Day after which the fact no longer holds; null when it does not expire. */
  expires?: string | null
  /** Id of the fact that this one replaces; null when it replaces none. */
  supersedes?: string | null
  /** Ids of related facts. */
  links?: string[]
}
/** A single defect, gap or risk, with the scenario in which it does harm: a finding without one is speculation. */
export interface FindingV1 {
  /** The contract that this artifact follows. */
  schema: 'finding.v1'
  /** Name of the agent that produced the artifact. */
  producedBy: string
  /** Identifier of the finding, unique within its review. */
  id: string
  /** How bad the harm is. */
  severity: 'critical' | 'high' | 'medium' | 'low' | 'info'
  /** The finding in a few words. */
  title: string
  /** What is wrong and why it matters. */
  summary: string
  /** The concrete sequence of events in which this does harm. */
  failureScenario: string
  /** How sure the producer is, for example high, medium or low. */
  confidence: string
  /** Area that the finding belongs to, for example security or performance. */
  category?: string
  /** Location of the finding. */
  location?: {
    /** Path of the file, from the root of the repository. */
    file?: string
    /** Line in the file, from 1. */
    line?: number
    /** Component, service or module. */
    component?: string
  }
  /** Rule or standard that is broken, for example CWE-89. */
  standard?: string
  /** What to do about it. */
  remediation?: string
  /** Hours that the remediation takes. */
  effortHours?: number
  /** What a second look made of it. */
  verdict?: 'confirmed' | 'plausible' | 'refuted'
  /** What supports the finding. */
  evidence?: Evidence[]
}
/** What one wave passes to the next. It carries the context firewall: nothing but the summary crosses as narrative. */
export interface HandoffV1 {
  /** The contract that this artifact follows. */
  schema: 'handoff.v1'
  /** Name of the agent that produced the artifact. */
  producedBy: string
  /** Identifier of the wave that ends. */
  wave: string
  /** How the wave ended. */
  status: 'complete' | 'partial' | 'blocked'
  /** The artifacts that the wave produced. At least 1. Items: One artifact. */
  artifacts: {
    /** Path of the artifact, relative to the root of the project. */
    path: string
    /** The contract that it follows. */
    schema: string
    /** Its size in bytes. */
    sizeBytes?: number
  }[]
  /** The only narrative that crosses into the parent context. */
  summary: string
  /** What the next wave has to settle. */
  openQuestions?: unknown[]
  /** What blocks the work. */
  blockedBy?: unknown[]
  /** Tokens that the wave used. */
  tokensSpent?: number
}
/** A wave-based plan with machine-checkable gates, made before implementation. */
export interface PlanV1 {
  /** The contract that this artifact follows. */
  schema: 'plan.v1'
  /** Name of the agent that produced the artifact. */
  producedBy: string
  /** What is true when the plan is done. */
  goal: string
  /** The waves, in order. At least 1. Items: Tasks that may run side by side, and the gate behind them. */
  waves: {
    /** Identifier of the wave. */
    id: string
    /** The tasks of the wave. At least 1. Items: One task, done by one agent. */
    tasks: {
      /** Identifier of the task, unique within the plan. */
      id: string
      /** What is to be done. */
      description: string
      /** Name of the agent that does it. */
      agent: string
      /** Ids of the tasks that come first. */
      dependsOn?: unknown[]
      /** Hours that the task is expected to take. */
      estimateHours?: number
      /** Where the agent works: in the shared tree, or in a worktree of its own. */
      isolation?: 'none' | 'worktree'
    }[]
    /** What must hold before the next wave; keys and values are a convention between agents. */
    gate: {
      [k: string]: unknown
    }
  }[]
  /** How to undo it. */
  rollback?: string
  /** What the plan leaves alone. */
  outOfScope?: string[]
}
/** A traceable requirement with criteria that decide whether it is met. */
export interface RequirementV1 {
  /** The contract that this artifact follows. */
  schema: 'requirement.v1'
  /** Name of the agent that produced the artifact. */
  producedBy: string
  /** Identifier of the requirement. */
  id: string
  /** What kind of requirement it is. */
  kind: 'functional' | 'non-functional' | 'constraint' | 'regulatory'
  /** The requirement in a few words. */
  title: string
  /** When the requirement counts as met. At least 1. Items: One criterion. */
  acceptanceCriteria: {
    /** The state before. */
    given: string
    /** What happens. */
    when: string
    /** What must be true after. */
    then: string
  }[]
  /** How much it is needed. */
  priority: 'must' | 'should' | 'could' | 'wont'
  /** Who wants it, and what for. */
  userStory?: string
  /** ADR numbers, test ids and compliance controls that it is tied to. */
  tracesTo?: unknown[]
  /** Who answers for it. */
  owner?: string
}
/** Outcome of one review pass: its findings and a verdict. */
export interface ReviewV1 {
  /** The contract that this artifact follows. */
  schema: 'review.v1'
  /** Name of the agent that produced the artifact. */
  producedBy: string
  /** What was reviewed, for example a branch, a file or a document. */
  target: string
  /** What it was reviewed for, for example security or correctness. */
  dimension: string
  /** Whether the target may go on. */
  verdict: 'pass' | 'pass-with-comments' | 'block'
  /** Complete findings, ranked by severity; empty when there are none. */
  findings: FindingV1[]
  /** The outcome in a paragraph. */
  summary: string
  /** Figures of the pass; the content is a convention between agents. */
  metrics?: {
    [k: string]: unknown
  }
}
/** A risk with quantified exposure and an owned mitigation. A risk without an owner cannot be written. */
export interface RiskV1 {
  /** The contract that this artifact follows. */
  schema: 'risk.v1'
  /** Name of the agent that produced the artifact. */
  producedBy: string
  /** Identifier of the risk. */
  id: string
  /** The risk in a few words. */
  title: string
  /** Area that the risk belongs to. */
  category:
    'technical' | 'schedule' | 'cost' | 'security' | 'compliance' | 'operational' | 'vendor' | 'people'
  /** How likely it is, from 0 to 1. */
  probability: number
  /** What it costs when it happens, in euro. */
  impactEur: number
  /** What is done against it. */
  mitigation: string
  /** Person or team responsible for the mitigation. */
  owner: string
  /** Status of the mitigation. */
  status: 'open' | 'mitigating' | 'accepted' | 'closed'
  /** Probability times impact, in euro. */
  exposureEur?: number
  /** How it would be noticed. */
  detection?: string
  /** What is done when it happens. */
  contingency?: string
  /** Day by which it is looked at again, ISO 8601. */
  reviewBy?: string
}
/** One unit of work, normalised out of an issue tracker into a provider-independent shape. Each normalised field keeps the raw value beside it; what fits no member is unmapped. */
export interface TrackerItemV1 {
  /** The contract that this artifact follows. */
  schema: 'tracker-item.v1'
  /** Name of the agent that produced the artifact. */
  producedBy: string
  /** The tracker that the item comes from. */
  provider: 'jira' | 'github' | 'gitlab' | 'linear'
  /** Id in the provider. */
  sourceId: string
  /** Title of the item. */
  title: string
  /** Normalised type; unmapped when none fits. */
  type: 'epic' | 'story' | 'task' | 'bug' | 'spike' | 'chore' | 'unmapped'
  /** Normalised state; unmapped when none fits. */
  state: 'triage' | 'ready' | 'in-progress' | 'in-review' | 'blocked' | 'done' | 'cancelled' | 'unmapped'
  /** State as the provider gives it. */
  nativeState: string
  /** Type as the provider gives it. */
  nativeType?: string
  /** Address of the item in the provider. */
  sourceUrl?: string
  /** Who works on it. */
  assignees?: unknown[]
  /** Labels as the provider gives them. */
  labels?: unknown[]
  /** How large it is. */
  estimate?: {
    /** The figure. */
    value?: number
    /** Its unit, for example points or hours. */
    unit?: string
  }
  /** Id of the item that this one belongs to. */
  parent?: string
  /** The sprint that it is planned for. */
  sprint?: {
    /** Id in the provider. */
    id?: string
    /** Name of the sprint. */
    name?: string
    /** When it started, ISO 8601. */
    startedAt?: string
    /** When it ends, ISO 8601. */
    endsAt?: string
    /** State as the provider gives it. */
    state?: string
  }
  /** When the item was created, ISO 8601. */
  createdAt?: string
  /** When the item was last changed, ISO 8601. */
  updatedAt?: string
  /** When the item was closed, ISO 8601. */
  closedAt?: string
  /** How the item moved. When its history was not read, timestamps are absent, not guessed. */
  flow?: {
    /** When work began, ISO 8601. */
    enteredInProgress?: string
    /** When review began, ISO 8601. */
    enteredReview?: string
    /** Days spent blocked. */
    blockedDays?: number
    /** Whether the provider's history of the item was read. */
    historyRead?: boolean
  }
  /** Ids of the items that stand in the way. */
  blockedBy?: unknown[]
  /** Requirements, ADR numbers and test ids that it is tied to. */
  tracesTo?: unknown[]
}
