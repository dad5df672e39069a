import { summarize } from './results.js'

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

describe('summarize()', () => {
  it('counts killed and timed out mutants as detected, those without a test as survivors', () => {
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
    expect(summarize(strykerReport)).toEqual([
      { folder: 'src', mutants: 4, detected: 2, survivors, score: 50 },
    ])
  })

  it('has a score for each folder, without the folders below it', () => {
    const [killed] = strykerReport.files['src/a.ts'].mutants
    const files = { ...strykerReport.files, 'src/b/c.ts': { source, mutants: killed ? [killed] : [] } }
    expect(summarize({ files })).toMatchObject([
      { folder: 'src', score: 50 },
      { folder: 'src/b', score: 100, survivors: [] },
    ])
  })
})
