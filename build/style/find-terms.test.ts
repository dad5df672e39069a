import { findTerms } from './find-terms.js'
import { largeFolders } from './large-folders.js'

const terms = [
  { words: 'judge, witness', use: 'validate' },
  { words: 'goes back', use: 'rejected' },
  { words: 'superseded', use: 'retry', only: ['apps/api/'] },
  { words: 'anew', use: 'again', except: ['docs/quotes.md'] },
  { words: 'oddity, admit', use: 'another word' },
]

const wordsIn = (text: string, path = 'src/a.ts') => findTerms(path, text, terms).map(({ word }) => word)

describe('findTerms()', () => {
  it('names the line, the word and its replacement', () => {
    expect(findTerms('src/a.ts', 'one\nJudges two', terms)).toEqual([
      { line: 2, word: 'Judges', use: 'validate' },
    ])
  })

  it('finds a word in the path, as line 0', () => {
    expect(findTerms('src/judge-file.ts', '', terms)).toEqual([{ line: 0, word: 'judge', use: 'validate' }])
  })

  it.each(['judge', 'judges', 'judged', 'judging', 'witnesses', 'oddities', 'admitted', 'admitting'])(
    'finds %s',
    (word) => {
      expect(wordsIn(`It ${word} them.`)).toEqual([word])
    },
  )

  it('finds parts of identifiers', () => {
    expect(wordsIn('judgeStill(isJudged, MAX_JUDGES, judge_file, JUDGEFile)')).toEqual([
      'judge',
      'Judged',
      'JUDGES',
      'judge',
      'JUDGE',
    ])
  })

  it('does not find a word inside another one', () => {
    expect(wordsIn('prejudge, judgeable, eyewitness')).toEqual([])
  })

  it('finds several words as written, in any letter case', () => {
    expect(wordsIn('It Goes back, but it never goes to the back.')).toEqual(['goes back'])
  })

  it('restricts a term to some paths, or leaves paths out', () => {
    expect(wordsIn('superseded anew')).toEqual(['anew'])
    expect(wordsIn('superseded anew', 'apps/api/src/a.ts')).toEqual(['superseded', 'anew'])
    expect(wordsIn('superseded anew', 'docs/quotes.md')).toEqual([])
  })
})

describe('largeFolders()', () => {
  const files = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`)

  it('names the folders below a src/ that hold more than 15 files', () => {
    const paths = [
      ...files('a/src', 15),
      ...files('a/src/b', 16),
      ...files('src/c', 17),
      ...files('a/test', 20),
    ]
    expect(largeFolders(paths)).toEqual([
      { folder: 'a/src/b', count: 16 },
      { folder: 'src/c', count: 17 },
    ])
  })

  it('does not count the files of folders in it', () => {
    expect(largeFolders([...files('src', 10), ...files('src/a', 10)])).toEqual([])
  })
})
