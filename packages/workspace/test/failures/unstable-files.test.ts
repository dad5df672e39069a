import { appendFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { UnreadableFileError, type Verdict } from '@workbench/contracts'
import { validateStableFiles } from '@workbench/workspace'

import { contracts as catalog, finding, newProject } from '../project.ts'
import { resultOf } from '../stable-result.ts'

const { validateText } = catalog.get('finding.v1')

const complete = JSON.stringify({ schema: 'finding.v1', producedBy: 'auditor', ...finding })
const truncated = complete.slice(0, 80)

/** Validates a file that changes at each read. Returns the verdict and the number of reads. */
function validateWhile(path: string, change: (read: number) => void) {
  let reads = 0
  const [found] = validateStableFiles([{ file: path }], (bytes) => {
    change(++reads)
    return { verdict: validateText(bytes) }
  })
  return { valid: resultOf(found).verdict.valid, reads }
}

function newFile(text: string): string {
  const path = join(newProject().root, 'a.json')
  writeFileSync(path, text)
  return path
}

describe('validateStableFiles() of one file', () => {
  it('returns the verdict on the complete file if the file is being written', () => {
    const path = newFile(truncated)
    const verdict = validateWhile(path, (read) => {
      if (read < 3) appendFileSync(path, ' ')
      if (read === 3) writeFileSync(path, complete)
    })
    expect(verdict).toEqual({ valid: true, reads: 4 })
  })

  it('returns the verdict on the new file if the file is replaced during validation', () => {
    const path = newFile(truncated)
    utimesSync(path, 1, 1)
    const verdict = validateWhile(path, (read) => {
      if (read > 1) return
      writeFileSync(`${path}.new`, complete)
      renameSync(`${path}.new`, path)
    })
    expect(verdict).toEqual({ valid: true, reads: 2 })
  })

  it('throws after 10 reads if the file keeps changing', () => {
    const path = newFile(truncated)
    let reads = 0
    const validate = (bytes: Uint8Array) => {
      reads++
      appendFileSync(path, ' ')
      return { verdict: validateText(bytes) }
    }
    expect(() => resultOf([...validateStableFiles([{ file: path }], validate)][0])).toThrow(
      'it keeps changing; try again when the program that writes it has finished',
    )
    expect(reads).toBe(10)
  })

  it('reads an invalid file twice if it was modified less than 100 ms ago', () => {
    expect(validateWhile(newFile(truncated), () => undefined)).toEqual({ valid: false, reads: 2 })
  })

  it('reads a valid file once, and an invalid file that is older than 100 ms', () => {
    expect(validateWhile(newFile(complete), () => undefined)).toEqual({ valid: true, reads: 1 })
    const path = newFile(truncated)
    utimesSync(path, 1, 1)
    expect(validateWhile(path, () => undefined)).toEqual({ valid: false, reads: 1 })
  })

  it('reads an invalid file once if its modification time is in the future, which counts as old', () => {
    const path = newFile(truncated)
    utimesSync(path, new Date('2100-01-01'), new Date('2100-01-01'))
    expect(validateWhile(path, () => undefined)).toEqual({ valid: false, reads: 1 })
  })

  it('throws an UnreadableFileError if the file is deleted during validation', () => {
    const path = newFile(truncated)
    utimesSync(path, 1, 1)
    expect(() => validateWhile(path, () => rmSync(path, { force: true }))).toThrow(UnreadableFileError)
  })

  describe('with a fixed clock', () => {
    afterEach(() => import.meta.jest.restoreAllMocks())

    /** Validates an invalid file of this age. Returns the number of reads, and the times between them. */
    function validateAtAge(age: number, change: (path: string, read: number) => void = () => undefined) {
      const path = newFile(truncated)
      utimesSync(path, 1_000_000, 1_000_000)
      const waits: unknown[] = []
      import.meta.jest.spyOn(Date, 'now').mockReturnValue(1_000_000_000 + age)
      import.meta.jest.spyOn(Atomics, 'wait').mockImplementation((...args: unknown[]) => {
        waits.push(args.at(-1))
        return 'timed-out'
      })
      const { reads } = validateWhile(path, (read) => change(path, read))
      return { reads, waits }
    }

    it.each([0, 1, 99, -1])('waits, at an age of %d ms, 100 ms before the second read', (age) => {
      expect(validateAtAge(age)).toEqual({ reads: 2, waits: [100] })
    })

    it.each([100, 101, -2, -60_000])('reads a file of %d ms once', (age) => {
      expect(validateAtAge(age)).toEqual({ reads: 1, waits: [] })
    })

    it('waits 100 ms if a file of 100 ms changes during validation', () => {
      const change = (path: string, read: number) => {
        if (read > 1) return
        writeFileSync(path, complete.slice(0, 90))
        utimesSync(path, 1_000_000, 1_000_000)
      }
      expect(validateAtAge(100, change)).toEqual({ reads: 2, waits: [100] })
    })
  })
})

describe('validateStableFiles()', () => {
  const outcomesOf = (
    paths: readonly string[],
    validate: (bytes: Uint8Array) => { readonly verdict: Verdict },
    deadline?: number,
  ) =>
    Array.from(
      validateStableFiles(
        paths.map((file) => ({ file })),
        validate,
        deadline,
      ),
      ([, outcome]) => outcome,
    )

  it('returns nothing for no files', () => {
    expect([...validateStableFiles([], () => ({ verdict: { valid: true } }))]).toEqual([])
  })

  it('waits for a file that was just written until the deadline only', () => {
    const path = newFile(truncated)
    utimesSync(path, 1_000_000, 1_000_000)
    const clock = import.meta.jest.spyOn(Date, 'now').mockReturnValue(1_000_000_000)
    const wait = import.meta.jest.spyOn(Atomics, 'wait').mockReturnValue('timed-out')
    outcomesOf([path], (bytes) => ({ verdict: validateText(bytes) }), 1_000_000_010)
    const waits = wait.mock.calls.map((args) => args.at(-1))
    clock.mockRestore()
    wait.mockRestore()
    expect(waits).toEqual([10])
  })

  it('waits once for many invalid files that were just written', () => {
    const paths = Array.from({ length: 50 }, () => newFile(truncated))
    const started = Date.now()
    const outcomes = outcomesOf(paths, (bytes) => ({ verdict: validateText(bytes) }))
    expect(outcomes.map((outcome) => 'result' in outcome && outcome.result.verdict.valid)).toEqual(
      paths.map(() => false),
    )
    // 50 waits of 100 ms would take five seconds.
    expect(Date.now() - started).toBeLessThan(3000)
  })

  it('yields the files that it reads again after the others, and the error of one of them', () => {
    const files = [newFile(truncated), '/nowhere/a.json', newFile(complete)].map((file) => ({ file }))
    const outcomes = [...validateStableFiles(files, (bytes) => ({ verdict: validateText(bytes) }))]
    expect(outcomes).toMatchObject([
      [files[1], { error: expect.any(UnreadableFileError) as unknown }],
      [files[2], { result: { verdict: { valid: true } } }],
      [files[0], { result: { verdict: { valid: false } } }],
    ])
  })

  it('returns an error for the files that it has no time to validate', () => {
    const paths = [newFile(complete), newFile(complete)]
    let now = 0
    const clock = import.meta.jest.spyOn(Date, 'now').mockImplementation(() => now)
    const outcomes = outcomesOf(
      paths,
      (bytes) => {
        now = 20
        return { verdict: validateText(bytes) }
      },
      10,
    )
    clock.mockRestore()
    expect(outcomes).toMatchObject([
      { result: { verdict: { valid: true } } },
      { error: expect.any(Error) as unknown },
    ])
    expect(outcomes).toMatchObject([
      {},
      { error: { message: expect.stringContaining('no time left') as unknown } },
    ])
  })
})
