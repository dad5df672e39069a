import { fixText } from '@workbench/contracts'

import { baseArtifact, contracts } from '../rules/artifacts.ts'
import { violationsOf } from '../support/violations-of.ts'

/** Where a contract lists the allowed values. */
const MEMBERS = {
  severity: 'finding.v1',
  verdict: 'finding.v1',
  status: 'compliance-check.v1',
  state: 'tracker-item.v1',
  priority: 'requirement.v1',
  type: 'fact.v1',
} as const

type Words = Readonly<Partial<Record<keyof typeof MEMBERS, readonly string[]>>>

const eachWord = (words: Words) =>
  Object.entries(words).flatMap(([member, list]) => list.map((word) => ({ member, word })))

/** The correction of a word, and the text of its artifact after the fix. */
function correct(member: string, word: string) {
  const id = MEMBERS[member as keyof typeof MEMBERS]
  const artifact = { ...(baseArtifact(id) as object), [member]: word }
  const contract = contracts.get(id)
  const violation = violationsOf(contract.validate(artifact)).find(({ path }) => path === `/${member}`)
  const text = JSON.stringify(artifact)
  return { suggestion: violation?.suggestion, isLeft: fixText(contract, text).text === text }
}

describe('an allowed value is neither suggested nor written for', () => {
  test.each<[kind: string, words: Words]>([
    [
      'a word with a sign of negation',
      { status: ['!compliant', '¬compliant', '-compliant', '− partial'], state: ['≠done'] },
    ],
    [
      'a word with a sign of doubt',
      { severity: ['critical?', 'high ?', '~high', 'medium…', 'high (?)'], state: ['done??'] },
    ],
    ['a word with a sign of more or less', { severity: ['high+', 'high-', '>medium', '≥ low', '<critical'] }],
    [
      'a word with another sign',
      {
        severity: ['*high', '(high)', '~~high~~', 'high¹', 'high:', '"high', '**high*', 'high/low'],
        verdict: ['confirmed;'],
      },
    ],
    ['a word with a symbol', { state: ['❌ done', 'done ❌', '✅done', 'ready 🚧'], severity: ['high🔥'] }],
    ['a word that is struck through', { severity: ['h̶i̶g̶h̶', 'low̶'] }],
    [
      'a word and its opposite',
      { verdict: ['confirmed false positive', 'confirmed (false positive)', 'refuted no more'] },
    ],
    [
      'a word and an assignment',
      { status: ['compliant: false', 'compliant=no', 'compliant false'], state: ['done: 0'] },
    ],
    [
      'a word and a condition',
      { status: ['compliant if patched', 'compliant unless EU'], state: ['done when merged'] },
    ],
    [
      'a word and an exception',
      { status: ['compliant with exceptions', 'compliant except DE', 'compliant, but late'] },
    ],
    [
      'a word and a purpose',
      { state: ['ready for review', 'ready to close', 'blocked no longer'], priority: ['should be dropped'] },
    ],
    [
      'a word and a noun',
      { type: ['risk appetite', 'metric system'], state: ['triage finished'], severity: ['critical path'] },
    ],
    [
      'a compound with a dash',
      { type: ['risk-free', 'decision-less'], severity: ['low-ish', 'high-to-low'] },
    ],
    [
      'a compound without a space',
      { type: ['riskless'], severity: ['highlight', 'lowland', 'information'], priority: ['mustard'] },
    ],
    ['a compound in camel case', { verdict: ['confirmedNot', 'refutedLater'], state: ['doneSoon'] }],
    ['a comparative', { severity: ['higher', 'highest', 'lower', 'lowest'], state: ['readier'] }],
    ['an adverb', { severity: ['highly', 'highly unlikely', 'critically'], status: ['partially'] }],
    ['another tense', { state: ['triaged', 'triaging', 'readied'], priority: ['musted'] }],
    [
      'a qualifier before a word',
      { status: ['almost compliant', 'barely compliant', 'mostly partial'], state: ['half done'] },
    ],
    [
      'a negation before a word',
      { state: ['not done', 'undone', 'not ready'], verdict: ['unconfirmed', 'not refuted'] },
    ],
    [
      'another word of similar letters',
      { status: ['complains', 'complained'], verdict: ['conformed', 'refused'], severity: ['median'] },
    ],
    ['a word of another language', { severity: ['hoch', 'kritisch', 'bajo'], state: ['fertig', 'prêt'] }],
    ['a word and a number', { severity: ['high 2', 'low1', '50% high'], state: ['1. done'] }],
  ])('%s', (_kind, words) => {
    for (const { member, word } of eachWord(words))
      expect({ word, ...correct(member, word) }).toEqual({ word, suggestion: undefined, isLeft: true })
  })
})

describe('an allowed value is', () => {
  test.each<[kind: string, pairs: readonly [member: string, word: string, meant: string, isLeft: boolean][]]>(
    [
      [
        'written for a mistake in typing',
        [
          ['severity', 'criticl', 'critical', false],
          ['severity', 'meduim', 'medium', false],
          ['severity', 'criticall', 'critical', false],
          ['verdict', 'cobfirmed', 'confirmed', false],
        ],
      ],
      [
        'written for another case and other separators',
        [
          ['severity', ' HIGH', 'high', false],
          ['state', 'in progress', 'in-progress', false],
          ['state', 'In_Progress', 'in-progress', false],
          ['state', 'in - review', 'in-review', false],
          ['status', 'noncompliant', 'non-compliant', false],
        ],
      ],
      [
        'only suggested for another form of the word',
        [
          ['severity', 'infos', 'info', true],
          ['verdict', 'refute', 'refuted', true],
          ['type', 'decisions', 'decision', true],
          ['verdict', 'plausibly', 'plausible', true],
        ],
      ],
    ],
  )('%s', (_kind, pairs) => {
    for (const [member, word, meant, isLeft] of pairs)
      expect({ word, ...correct(member, word) }).toEqual({ word, suggestion: meant, isLeft })
  })
})
