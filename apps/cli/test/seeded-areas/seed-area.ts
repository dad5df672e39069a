import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type {
  ContractTypes,
  EstimateV1,
  FindingV1,
  HandoffV1,
  PlanV1,
  ReviewV1,
  RiskV1,
  TrackerItemV1,
} from '@workbench/contracts'

import type { Random } from './random.ts'

/** The artifacts of a wave, which agree with each other and with the rules of the contracts. */
interface Artifacts {
  finding: FindingV1
  review: ReviewV1
  plan: PlanV1
  risk: RiskV1
  estimate: EstimateV1
  item: TrackerItemV1
  handoff: HandoffV1
}

/** What is wrong with a working area: the file, and the start of the path of the violation or advice. */
export interface Defect {
  readonly name: string
  readonly file: string
  readonly path: string
}

const WAVE = 'w1'
const AGENTS = {
  finding: 'auditor',
  review: 'reviewer',
  plan: 'planner',
  risk: 'analyst',
  estimate: 'estimator',
  item: 'tracker',
  handoff: 'lead',
} as const

const fileOf = (artifact: keyof Artifacts): string => `.workbench/blackboard/${WAVE}/${AGENTS[artifact]}.json`

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const

/** Writes a working area, with one defect or with none. Returns the defect. */
export function seedArea(root: string, random: Random, isBroken: boolean): Defect | undefined {
  const artifacts = consistentArtifacts(random)
  writeCited(root, artifacts.finding)
  const defect = isBroken ? random.pick(DEFECTS)(artifacts, random) : undefined
  const { handoff, ...others } = artifacts
  for (const [name, artifact] of Object.entries(others))
    write(root, fileOf(name as keyof Artifacts), artifact)
  const claims = handoff.artifacts.map((entry) => ({
    ...entry,
    ...(entry.sizeBytes === 0 && { sizeBytes: readFileSync(join(root, entry.path)).length }),
  }))
  write(root, fileOf('handoff'), { ...handoff, artifacts: claims })
  return defect
}

const write = (root: string, file: string, artifact: object): void =>
  writeText(root, file, JSON.stringify(artifact, null, 2))

function writeText(root: string, file: string, text: string): void {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Writes the file that the example of a finding cites, with the excerpt at the first of its lines. */
function writeCited(root: string, { evidence = [] }: FindingV1): void {
  for (const { kind, ref, excerpt = '' } of evidence) {
    const [, file = '', first, last] = /^(.+)#L(\d+)-L(\d+)$/.exec(ref) ?? []
    const [before, after] = [Number(first) - 1, Number(last) - Number(first)]
    if (kind === 'file') writeText(root, file, '\n'.repeat(before) + excerpt + '\n'.repeat(after))
  }
}

const examples = fileURLToPath(new URL('../../../../docs/examples/valid', import.meta.url))

const example = <Id extends keyof ContractTypes>(contract: Id): ContractTypes[Id] =>
  JSON.parse(readFileSync(join(examples, `${contract}.json`), 'utf8')) as ContractTypes[Id]

function consistentArtifacts(random: Random): Artifacts {
  const finding = example('finding.v1')
  const severities = Array.from({ length: random.integer(1, 6) }, () => random.integer(0, 4)).sort(
    (a, b) => a - b,
  )
  const findings = severities.map((severity, index) => ({
    ...finding,
    id: `F-${index + 1}`,
    severity: SEVERITIES[severity] ?? 'info',
    verdict: 'confirmed' as const,
  }))
  const probability = random.integer(0, 100) / 100
  const impactEur = random.integer(1, 1_000_000)
  const optimistic = random.integer(1, 40)
  const likely = optimistic + random.integer(0, 40)
  const pessimistic = likely + random.integer(0, 80)
  const isSingle = random.chance(0.5)
  const estimate = example('estimate.v1')
  const unmapped = random.chance(0.3)
  return {
    finding,
    review: { ...example('review.v1'), verdict: 'block', findings },
    plan: consistentPlan(random),
    risk: {
      ...example('risk.v1'),
      probability,
      impactEur,
      exposureEur: round(probability * impactEur, random.integer(0, 2)),
    },
    estimate: isSingle
      ? {
          ...estimate,
          items: [{ optimistic, likely, pessimistic }],
          expected: round((optimistic + 4 * likely + pessimistic) / 6, random.integer(0, 2)),
        }
      : estimate,
    item: {
      ...example('tracker-item.v1'),
      ...(unmapped && { type: 'unmapped', nativeType: 'Incident' }),
    },
    handoff: {
      ...example('handoff.v1'),
      wave: WAVE,
      status: 'complete',
      artifacts: (['finding', 'review', 'plan', 'risk', 'estimate', 'item'] as const).map((name) => ({
        path: fileOf(name),
        schema: name === 'item' ? 'tracker-item.v1' : `${name}.v1`,
        // Replaced by the size of the file when it is known.
        ...(random.chance(0.7) && { sizeBytes: 0 }),
      })),
    },
  }
}

/** A plan in which each task depends on earlier tasks, and the agents of the first wave have written artifacts. */
function consistentPlan(random: Random): PlanV1 {
  const earlier: string[] = []
  const agents = Object.values(AGENTS)
  const waves = Array.from({ length: random.integer(1, 4) }, (_, wave) => ({
    id: `w${wave + 1}`,
    gate: {},
    tasks: Array.from({ length: random.integer(1, 5) }, () => {
      const id = `T-${earlier.length + 1}`
      const dependsOn = earlier.filter(() => random.chance(0.3))
      earlier.push(id)
      return { id, description: 'A part of the work.', agent: random.pick(agents), dependsOn }
    }),
  }))
  return { schema: 'plan.v1', producedBy: 'planner', goal: 'The goal.', waves }
}

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals))

const FALSE_EVIDENCE = [
  { ref: 'services/matcher/src/producer.ts' },
  { ref: 'services/matcher/src/consumer.ts#L900' },
  { excerpt: 'await batch.commitOffsets(settlements)' },
]

type MakeDefect = (artifacts: Artifacts, random: Random) => Defect

/** Artifacts that break a rule. Each modifies the artifacts. */
const DEFECTS: readonly MakeDefect[] = [
  ({ review }) => {
    const [finding] = review.findings
    if (finding)
      review.findings = [
        { ...finding, severity: 'low' },
        { ...finding, id: 'F-2', severity: 'high' },
      ]
    return { name: 'order of findings', file: fileOf('review'), path: '/findings/1' }
  },
  ({ review }, random) => {
    const [finding] = review.findings
    if (finding) review.findings = [{ ...finding, severity: 'critical' }]
    review.verdict = random.pick(['pass', 'pass-with-comments'])
    return { name: 'pass with a critical finding', file: fileOf('review'), path: '/verdict' }
  },
  ({ review }) => {
    const [finding] = review.findings
    if (finding) review.findings = [finding, finding]
    return { name: 'finding with the id of another', file: fileOf('review'), path: '/findings/1/id' }
  },
  ({ finding }, random) => {
    const [evidence] = finding.evidence ?? []
    if (evidence) finding.evidence = [{ ...evidence, ...random.pick(FALSE_EVIDENCE) }]
    return { name: 'evidence that the project does not have', file: fileOf('finding'), path: '/evidence/0' }
  },
  ({ risk }, random) => {
    risk.exposureEur = risk.probability * risk.impactEur * random.pick([0.1, 0.5, 1.1, 2]) + 1000
    return { name: 'exposure', file: fileOf('risk'), path: '/exposureEur' }
  },
  ({ estimate }, random) => {
    estimate.items = [{ optimistic: 2, likely: 5, pessimistic: 14 }]
    estimate.expected = random.pick([5, 7, 21])
    return { name: 'PERT', file: fileOf('estimate'), path: '/expected' }
  },
  ({ plan }) => {
    plan.waves[0]?.tasks.push({ id: 'T-x', description: 'd', agent: 'planner', dependsOn: ['T-unknown'] })
    return { name: 'dependency on an unknown task', file: fileOf('plan'), path: '/waves/0/tasks' }
  },
  ({ plan }) => {
    plan.waves[0]?.tasks.push(
      { id: 'T-x', description: 'd', agent: 'planner', dependsOn: ['T-y'] },
      { id: 'T-y', description: 'd', agent: 'planner', dependsOn: ['T-x'] },
    )
    return { name: 'cycle of dependencies', file: fileOf('plan'), path: '/waves/0/tasks' }
  },
  ({ plan }) => {
    plan.waves[0]?.tasks.push({ id: 'T-x', description: 'd', agent: 'planner', dependsOn: ['T-z'] })
    plan.waves.push({ id: 'w9', gate: {}, tasks: [{ id: 'T-z', description: 'd', agent: 'planner' }] })
    return { name: 'dependency on a later wave', file: fileOf('plan'), path: '/waves/0/tasks' }
  },
  ({ plan }) => {
    plan.waves[0]?.tasks.push({ id: 'T-1', description: 'd', agent: 'planner' })
    return { name: 'task with the id of another', file: fileOf('plan'), path: '/waves/' }
  },
  ({ plan }) => {
    plan.waves[0]?.tasks.push({ id: 'T-x', description: 'd', agent: 'unassigned' })
    return { name: 'agent that wrote nothing', file: fileOf('plan'), path: '/waves/0/tasks' }
  },
  ({ item }) => {
    item.type = 'unmapped'
    delete item.nativeType
    return { name: 'unmapped without a native value', file: fileOf('item'), path: '/type' }
  },
]
