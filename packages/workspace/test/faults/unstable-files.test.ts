import { appendFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { validateStableFile } from '@workbench/workspace'

import { contracts as catalog, finding, newProject } from '../project.ts'

const { validateText } = catalog.get('finding.v1')

const whole = JSON.stringify({ schema: 'finding.v1', producedBy: 'auditor', ...finding })
const half = whole.slice(0, 80)

/** Judges a file that somebody changes at each look; gives the verdict and how often it was looked at. */
function validateWhile(path: string, change: (look: number) => void) {
  let looks = 0
  const { result } = validateStableFile(path, (bytes) => {
    change(++looks)
    return { verdict: validateText(bytes) }
  })
  return { valid: result.verdict.valid, looks }
}

function newFile(text: string): string {
  const path = join(newProject().root, 'a.json')
  writeFileSync(path, text)
  return path
}

describe('validateStableFile()', () => {
  it('does not call a file broken that is being written', () => {
    const path = newFile(half)
    const verdict = validateWhile(path, (look) => {
      if (look < 3) appendFileSync(path, ' ')
      if (look === 3) writeFileSync(path, whole)
    })
    expect(verdict).toEqual({ valid: true, looks: 4 })
  })

  it('does not call a file broken that is replaced while it is judged', () => {
    const path = newFile(half)
    utimesSync(path, 1, 1)
    const verdict = validateWhile(path, (look) => {
      if (look > 1) return
      writeFileSync(`${path}.new`, whole)
      renameSync(`${path}.new`, path)
    })
    expect(verdict).toEqual({ valid: true, looks: 2 })
  })

  it('says so where the writer never rests', () => {
    const path = newFile(half)
    let looks = 0
    const judge = (bytes: Uint8Array) => {
      looks++
      appendFileSync(path, ' ')
      return { verdict: validateText(bytes) }
    }
    expect(() => validateStableFile(path, judge)).toThrow(
      'it keeps changing; try again when its writer is done',
    )
    expect(looks).toBe(10)
  })

  it('looks again at a broken file that was written a moment ago, for its writer may go on', () => {
    expect(validateWhile(newFile(half), () => undefined)).toEqual({ valid: false, looks: 2 })
  })

  it('judges a file once that is valid, and one that has rested', () => {
    expect(validateWhile(newFile(whole), () => undefined)).toEqual({ valid: true, looks: 1 })
    const path = newFile(half)
    utimesSync(path, 1, 1)
    expect(validateWhile(path, () => undefined)).toEqual({ valid: false, looks: 1 })
  })

  it('judges a file that is dated into the future', () => {
    const path = newFile(half)
    utimesSync(path, new Date('2100-01-01'), new Date('2100-01-01'))
    expect(validateWhile(path, () => undefined)).toEqual({ valid: false, looks: 2 })
  })
})
