import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const examples = new URL('../../docs/examples/valid/', import.meta.url)

const CONTRACTS = [
  'adr',
  'compliance-check',
  'estimate',
  'finding',
  'handoff',
  'plan',
  'requirement',
  'review',
  'risk',
  'tracker-item',
]

/** The artifacts of one wave. */
const AGENTS = 100

const TYPES = ['decision', 'constraint', 'convention', 'domain', 'risk', 'metric', 'glossary']

const example = (contract: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`${contract}.v1.json`, examples), 'utf8')) as Record<string, unknown>

/**
 * Fills the working area of a project: artifacts of all contracts, a hundred for each wave, and facts with their records,
 * as the tools write them. All are valid, and the same in every run.
 */
export function writeArea(root: string, artifacts: number, facts: number): void {
  // The deliverables of the handoffs.
  cpSync(fileURLToPath(examples), join(root, 'docs/examples/valid'), { recursive: true })
  mkdirSync(join(root, '.workbench'), { recursive: true })
  writeArtifacts(root, 0, artifacts)
  writeFacts(root, 1, facts)
}

/** Writes artifacts with these numbers. */
export function writeArtifacts(root: string, first: number, count: number): void {
  const known = CONTRACTS.map(example)
  for (let index = first; index < first + count; index++) {
    const folder = join(root, '.workbench/blackboard', `wave-${Math.floor(index / AGENTS)}`)
    if (index === first || index % AGENTS === 0) mkdirSync(folder, { recursive: true })
    const artifact = { ...known[index % known.length], producedBy: `agent-${index}` }
    writeFileSync(join(folder, `agent-${index % AGENTS}.json`), `${JSON.stringify(artifact, null, 2)}\n`)
  }
}

/** Names of files in the folder of a project. */
export const BROKEN = 'broken.json'
export const MALFORMED = 'malformed.json'

/** Writes a finding with so many violations that have a fix, and one with so many syntax errors. */
export function writeBroken(root: string, mistakes: number): void {
  const write = (name: string, count: number, item: string): void => {
    const evidence = `[${Array.from({ length: count }, () => `\n${item}`).join(',')}\n]`
    const finding = JSON.stringify({ ...example('finding'), evidence: [] }, null, 2)
    writeFileSync(join(root, name), `${finding.replace('[]', () => evidence)}\n`)
  }
  write(BROKEN, mistakes, '{ "kind": "File", "ref": "x" }')
  write(MALFORMED, mistakes, '{ "kind": "file", "ref": "x", }')
}

/** Writes facts with these numbers. Every tenth supersedes the one before it, every third links to others. */
export function writeFacts(root: string, first: number, count: number): void {
  const known = example('fact')
  const memory = join(root, '.workbench/memory')
  const records = join(root, '.workbench/records')
  for (const folder of [memory, records]) mkdirSync(folder, { recursive: true })
  for (let number = first; number < first + count; number++) {
    const id = factId(number)
    const fact = {
      ...known,
      id,
      type: TYPES[number % TYPES.length],
      title: `What agent ${number % 17} found out in task ${number}`,
      created: new Date(Date.UTC(2025, 0, 1 + (number % 300))).toISOString().slice(0, 10),
      supersedes: number % 10 === 0 ? factId(number - 1) : null,
      links: number % 3 === 0 ? [factId(1 + (number % 7)), factId(Math.ceil(number / 2))] : [],
    }
    const text = `${JSON.stringify(fact, null, 2)}\n`
    writeFileSync(join(memory, `${id}.json`), text)
    const digest = createHash('sha256').update(text).digest('hex')
    writeFileSync(join(records, `${id}.${digest}`), '')
  }
}

const factId = (number: number): string => `fact-${String(number).padStart(4, '0')}`
