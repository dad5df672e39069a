import { Suggester } from '../../src/words/did-you-mean.ts'
import { isAnotherWord } from '../../src/words/another-word.ts'
import { isCertainMistake } from '../../src/words/typing-mistake.ts'

const suggestion = (word: string, candidates: string): string | undefined =>
  new Suggester(candidates.split('|')).suggest(word)?.word

describe('suggests nothing for', () => {
  it.each<[kind: string, pairs: Readonly<Record<string, string>>]>([
    [
      'a negation',
      {
        unconfirmed: 'confirmed',
        incomplete: 'complete',
        unblocked: 'blocked',
        uncompliant: 'compliant',
        'not-compliant': 'compliant',
        'non compliant': 'compliant',
        'in-complete': 'complete',
        unaccepted: 'accepted',
        nonfunctional: 'functional',
        irrelevant: 'relevant',
        impossible: 'possible',
        invalid: 'valid',
        disabled: 'enabled|abled',
        antipattern: 'pattern',
        'anti-pattern': 'pattern',
        asynchronous: 'synchronous',
        'must not': 'must',
        "mustn't": 'must',
        couldnt: 'could',
        cannot: 'can',
        "isn't": 'is',
        'complete, not tested': 'complete',
        'is not blocked': 'is-blocked',
        isUnblocked: 'isBlocked',
      },
    ],
    [
      'a word whose negation is a candidate',
      {
        applicable: 'not-applicable',
        functional: 'nonfunctional|non-functional',
        mapped: 'unmapped',
        determined: 'undetermined',
        typical: 'atypical',
        want: 'wont',
      },
    ],
    [
      'a misspelt negation',
      {
        uncomfirmed: 'confirmed',
        uconfirmed: 'confirmed',
        nuconfirmed: 'confirmed',
        ncomplete: 'complete',
        imcomplete: 'complete',
        musnt: 'must',
        shouldn: 'should',
        shoudnt: 'should',
      },
    ],
    [
      'an inverse relation',
      {
        supersededBy: 'supersedes',
        superseded: 'supersedes',
        supersedes: 'supersededBy',
        blockedBy: 'blocks',
        block: 'blockedBy',
        blocker: 'blocked',
        mitigated: 'mitigating',
        payee: 'payer',
        parent: 'parentOf',
        included: 'excluded',
        import: 'export',
        internal: 'external',
        decrease: 'increase',
        descending: 'ascending',
        minimum: 'maximum',
        maxLength: 'minLength',
        upperBound: 'lowerBound',
        createdAt: 'updatedAt',
        createdBy: 'createdAt',
        offline: 'online',
        reopened: 'opened',
      },
    ],
    [
      'another number, unit or version',
      {
        p90: 'p50|p80|p95',
        'finding.v3': 'finding.v1|finding.v2',
        'finding.v11': 'finding.v1',
        high1: 'high',
        impactUsd: 'impactEur',
        impact_usd: 'impactEur',
        impactusd: 'impactEur',
        effortDays: 'effortHours',
        timeoutS: 'timeoutMs',
        timeoutM: 'timeoutMs',
        sizeKB: 'sizeMB',
        timeoutMilliseconds: 'timeoutMicroseconds',
        planA: 'planB',
        phaseI: 'phaseII',
        xAxis: 'yAxis',
      },
    ],
    [
      'another word',
      {
        would: 'could|should',
        most: 'must',
        mist: 'must',
        cast: 'cost',
        mask: 'task',
        disk: 'risk',
        blow: 'low',
        preview: 'review',
        moderate: 'medium',
        rejected: 'accepted',
        reviewed: 'in-review',
      },
    ],
  ])('%s', (_kind, pairs) => {
    const suggested = Object.entries(pairs).map(([word, candidates]) => [word, suggestion(word, candidates)])
    expect(suggested).toEqual(Object.keys(pairs).map((word) => [word, undefined]))
  })
})

describe('suggests the word that is meant for', () => {
  it.each<[kind: string, pairs: Readonly<Record<string, string>>]>([
    [
      'exchanged, missing, added and wrong letters',
      {
        hgih: 'high',
        lwo: 'low',
        hihg: 'high',
        hifh: 'high',
        crtical: 'critical',
        meduim: 'medium',
        madium: 'medium',
        shold: 'should',
        cuold: 'could',
        wnot: 'wont',
        opne: 'open',
        blokced: 'blocked',
        uncomfirmed: 'unconfirmed',
        nconfirmed: 'unconfirmed',
        incomplte: 'incomplete',
        hhigh: 'high',
        itle: 'title',
        $schema: 'schema',
        catagory: 'category',
        complience: 'compliance',
        failurescenaro: 'failureScenario',
        createdA: 'createdAt',
        strasse: 'straße',
        'findng.v1': 'finding.v1',
      },
    ],
    [
      'other separators, apostrophes and case',
      {
        "won't": 'wont',
        'non compliant': 'non-compliant',
        nonfunctional: 'non-functional',
        inprogress: 'in-progress',
        'In Progress': 'in-progress',
        blockedBy: 'blocked_by',
        IMPACT_EUR: 'impactEur',
      },
    ],
    [
      'another form of the word',
      {
        infos: 'info',
        inf: 'info',
        opened: 'open',
        close: 'closed',
        estimateHours: 'estimatedHours',
        dependOn: 'dependsOn',
        blocked: 'blockedBy',
        created: 'createdAt',
        progress: 'in-progress',
        'i-progress': 'in-progress',
        nativeStatus: 'nativeState',
        'not compliant': 'non-compliant',
      },
    ],
  ])('%s', (_kind, pairs) => {
    const suggested = Object.entries(pairs).map(([word, meant]) => [word, suggestion(word, meant)])
    expect(suggested).toEqual(Object.entries(pairs))
  })
})

describe('compares a word with a candidate:', () => {
  it.each<[kind: string, isAnother: boolean, isCertain: boolean, pairs: [word: string, candidate: string][]]>(
    [
      [
        'another word',
        true,
        false,
        [
          ['stxtus', 'status'],
          ['5q0', 'p50'],
          ['és', 'es'],
          ['ag', 'tags'],
          ['x not compliant', 'xnon-compliant'],
          ['qé', 'é'],
          ['wont', 'xwont'],
          ['shoudnt', 'should'],
          ['employs', 'employed'],
          ['tinernal', 'internal'],
          ['is', 'id'],
          ['HTTPWerver', 'HTTPServer'],
          ['wontX', 'wont'],
        ],
      ],
      [
        'another word although one edit is certain',
        true,
        true,
        [
          ['g', 'gb'],
          ['p5', 'p50'],
        ],
      ],
      [
        'the same word, and certainly meant',
        false,
        true,
        [
          ['titlee', 'title'],
          ['zzklus', 'zyklus'],
          ['isntt', 'isnt'],
          ['producedB', 'producedBy'],
        ],
      ],
      [
        'the same word, and perhaps meant',
        false,
        false,
        [
          ['shoulnt', 'shout'],
          ['50', 'p50'],
          ['', 'x'],
          ['gbyB', 'gb'],
          ['dserve', 'serve'],
          ['sheema', 'schema'],
          ['stytus', 'status'],
          ['fleNme', 'fileName'],
          ['linearNote', 'linear'],
          ['linearVersion', 'linear'],
          ['intreanl', 'internal'],
          [' not compliant', 'non-compliant'],
        ],
      ],
    ],
  )('%s', (_, isAnother, isCertain, pairs) => {
    for (const [word, candidate] of pairs) {
      const found = {
        word,
        isAnother: isAnotherWord(word, candidate),
        isCertain: isCertainMistake(word, candidate),
      }
      expect(found).toEqual({ word, isAnother, isCertain })
    }
  })
})
