import { report } from './report.js'
import { partOf, summarize } from './results.js'

const location = (line: number, column: number) => ({
  start: { line, column },
  end: { line, column: column + 1 },
})

const source = 'const limit = 1\nif (limit > 0 &&\n  limit < 5) run()\n'

const strykerReport = {
  files: {
    'src/a.ts': {
      source,
      mutants: [
        { status: 'Killed', mutatorName: 'Block', replacement: '{}', location: location(1, 1) },
        { status: 'Timeout', mutatorName: 'Block', replacement: '{}', location: location(1, 1) },
        { status: 'Ignored', mutatorName: 'Block', replacement: '{}', location: location(1, 1) },
        { status: 'NoCoverage', mutatorName: 'Block', replacement: '{}', location: location(3, 14) },
        {
          status: 'Survived',
          mutatorName: 'Conditional',
          replacement: 'limit\n  >= 0',
          location: location(2, 5),
        },
      ],
    },
  },
}

const survivors = [
  { file: 'src/a.ts', position: '3:14', mutator: 'Block', code: 'run()', replacement: '{}' },
  {
    file: 'src/a.ts',
    position: '2:5',
    mutator: 'Conditional',
    code: 'limit > 0 &&',
    replacement: 'limit >= 0',
  },
]

const entry = { file: 'src/a.ts', code: 'limit > 0 &&', replacement: 'limit >= 0', reason: 'it is never 0' }

describe('summarize()', () => {
  it('counts killed and timed out mutants as detected, those without a test as survivors', () => {
    const summary = { files: 1, mutants: 4, detected: 2, score: 50, survivors }
    expect(summarize(strykerReport, [])).toMatchObject(summary)
  })

  it('leaves accepted equivalents out of the score', () => {
    const { equivalents, survivors, stale, score } = summarize(strykerReport, [entry])
    expect(equivalents).toEqual([entry])
    expect(survivors.map(({ code }) => code)).toEqual(['run()'])
    expect(stale).toEqual([])
    expect(score).toBeCloseTo(66.7, 1)
  })

  it('names entries that fit no undetected mutant of their file', () => {
    const stale = { ...entry, replacement: 'limit <= 0' }
    const elsewhere = { ...entry, file: 'src/b.ts' }
    expect(summarize(strykerReport, [stale, elsewhere]).stale).toEqual([stale])
  })
})

describe('partOf()', () => {
  const files = { 'src/a.ts': strykerReport.files['src/a.ts'], 'src/b/c.ts': { source: '', mutants: [] } }

  it('returns the files in a folder, without those below it', () => {
    expect(partOf({ files }, 'src')).toEqual(strykerReport)
  })

  it('returns undefined for a folder that was not measured', () => {
    expect(partOf({ files }, 'src/d')).toBeUndefined()
  })
})

describe('report()', () => {
  it('has a row for each folder and an entry for each accepted equivalent', () => {
    const equivalent = { ...entry, code: '`${limit}`' }
    const summary = { files: 1, mutants: 4, detected: 2, survivors: [], stale: [], score: 66.666 }
    const text = report([
      { folder: 'src', files: 1, day: '2026-01-31', summary: { ...summary, equivalents: [equivalent] } },
      { folder: 'src/b', files: 2, summary: undefined },
      { folder: 'src/c', files: 3, summary: { ...summary, equivalents: [] } },
    ])
    expect(text).toContain('| `src` | 1 | 4 | 2 | 0 | 1 | 66.7 % | 2026-01-31 |')
    expect(text).toContain('| `src/b` | not measured |')
    expect(text).toContain('| `src/c` | 1 of 3 | 4 | 2 | 0 | 0 | 66.7 % |')
    expect(text).toContain('- `src/a.ts`: `` `${limit}` `` → `limit >= 0`: it is never 0')
  })

  it('keeps the rows and equivalents of folders without results, and no others', () => {
    const summary = { files: 1, mutants: 4, detected: 2, survivors: [], stale: [], score: 66.666 }
    const inB = { ...entry, file: 'src/b/c.ts' }
    const folder = { files: 1, day: '2026-01-31' }
    const previous = report([
      { ...folder, folder: 'src', summary: { ...summary, equivalents: [entry] } },
      { ...folder, folder: 'src/b', summary: { ...summary, equivalents: [inB] } },
      { ...folder, folder: 'src/deleted', summary: { ...summary, equivalents: [] } },
    ])
    const day = '2026-02-01'
    const text = report(
      [
        { ...folder, day, folder: 'src', summary: { ...summary, equivalents: [] } },
        { ...folder, day, folder: 'src/b', summary: undefined },
      ],
      previous,
    )
    const linesOf = (start: string) => text.split('\n').filter((line) => line.startsWith(start))
    expect(linesOf('| `')).toEqual([
      '| `src` | 1 | 4 | 2 | 0 | 0 | 66.7 % | 2026-02-01 |',
      '| `src/b` | 1 | 4 | 2 | 0 | 1 | 66.7 % | 2026-01-31 |',
    ])
    expect(linesOf('- ')).toEqual(['- `src/b/c.ts`: `limit > 0 &&` → `limit >= 0`: it is never 0'])
  })
})
