import type { Random } from './random.ts'

const SUBJECTS =
  'the consumer|the retry loop|the outbox|the migration|the invoice export|the session cache|the rate limiter|the search index|the webhook worker|the login page|the nightly import|the connection pool|the price calculation|the audit log|the upload handler|the scheduler'
const VERBS =
  'commits its offset before|reads the clock twice in|waits without a limit for|holds a lock during|writes twice to|does not roll back|drops events from|trusts the header of|keeps no trace of|rounds the amounts in|is stopped by|allocates a buffer for'
const OBJECTS =
  'the settlement batch|every request|the second page|an order that was cancelled|the customer’s address|a file over 2 GB|the previous release|the read replica|rows of the table “match”|the German tax report|an expired token|the queue of dead letters'
const ENDINGS =
  'when the node is drained|, as 14 of 20 runs show|; see fact-0047|under load|after midnight in UTC|, which nobody notices|during a deployment|if the broker is away — and only then|for merchants in Köln and Łódź|, contrary to ADR 14'

const SENTENCE = [SUBJECTS, VERBS, OBJECTS, ENDINGS].map((list) => list.split('|'))
const AREAS = ['billing', 'matcher', 'gateway', 'search', 'identity', 'exports', 'notifications', 'ledger']
const VERBS_OF_TASKS = ['Measure', 'Replace', 'Describe', 'Split', 'Test', 'Remove', 'Protect', 'Document']
const NAMES = ['Jürgen Köhler', 'Anke Großmann', 'Željka Kovačić', 'Sören Weiß', 'Ada Byron', 'Grace Murray']
const AGENTS = [
  'backend-engineer',
  'test-engineer',
  'risk-analyst',
  'correctness-reviewer',
  'delivery-planner',
]

/** Generates texts as agents write them: sentences, names, paths and times. */
export const prose = {
  sentence(random: Random): string {
    const [subject = '', verb, object, ending = ''] = SENTENCE.map((list) => random.pick(list))
    const end = /^\W/.test(ending) ? ending : ` ${ending}`
    return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${verb} ${object}${end}.`
  },

  /** Whole sentences of at most `limit` UTF-16 code units; of about `fill` times that length, from 0 to 1. */
  paragraph(random: Random, limit: number, fill: number = random.next()): string {
    let text = prose.sentence(random).slice(0, limit)
    for (;;) {
      const longer = `${text} ${prose.sentence(random)}`
      if (longer.length > limit || text.length > limit * fill) return text
      text = longer
    }
  },

  title: (random: Random, limit = 120): string =>
    `${random.pick(VERBS_OF_TASKS)} ${random.pick(SENTENCE[2] ?? [])} in ${random.pick(AREAS)}${random.chance(0.1) ? ' 🌙' : ''}`.slice(
      0,
      limit,
    ),

  agent: (random: Random): string => random.pick(AGENTS),
  person: (random: Random): string => random.pick(NAMES),
  area: (random: Random): string => random.pick(AREAS),
  id: (random: Random, prefix: string): string =>
    `${prefix}-${String(random.integer(1, 9999)).padStart(3, '0')}`,

  path: (random: Random): string =>
    `services/${random.pick(AREAS)}/src/${random.pick(['consumer', 'book-fee', 'retry', 'export', 'session'])}.ts`,

  day: (random: Random): string => `2026-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`,

  timestamp: (random: Random): string =>
    `${prose.day(random)}T${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}${random.pick(['Z', '+01:00', '.250Z'])}`,

  /** A number with at most one decimal place. */
  amount: (random: Random, to: number): number => Math.round(random.next() * to * 10) / 10,
} as const

const two = (value: number): string => String(value).padStart(2, '0')
