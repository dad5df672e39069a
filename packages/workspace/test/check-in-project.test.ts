import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import {
  adviceOn,
  checkInProject,
  type DeadlineError,
  openArea,
  validateArea,
  validateFiles,
} from '@workbench/workspace'

import { contracts, newProject, risk } from './project.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { thrownBy } from './thrown.ts'

/** A valid artifact with advice. */
const RISK = JSON.stringify({ schema: 'risk.v1', producedBy: 'agent', ...risk, exposureEur: 1 })
const INVALID = RISK.replace('"risk.v1"', '"risk.v1","x":1')
const EXPOSURE = expect.objectContaining({ path: '/exposureEur', rule: 'exposure' }) as unknown

function check(text: string, options: { advises?: boolean } = {}) {
  const verdict = contracts.get('risk.v1').validateText(text)
  const area = openArea(temporaryFolder())
  return checkInProject({ schema: 'risk.v1', text, verdict }, { area, contracts, ...options })
}

describe('checkInProject()', () => {
  it('gives advice on a valid artifact only, and only if that is requested', () => {
    expect(check(RISK)).toEqual({ verdict: { valid: true }, advice: [EXPOSURE] })
    expect(check(RISK, { advises: false })).toEqual({ verdict: { valid: true }, advice: [] })
    expect(check(INVALID)).toMatchObject({ verdict: { valid: false }, advice: [] })
  })

  describe('of a handoff', () => {
    const handoff = { schema: 'handoff.v1', producedBy: 'lead', wave: 'w1', status: 'complete', summary: 's' }
    const text = JSON.stringify({ ...handoff, artifacts: [{ path: 'a.txt', schema: 'text' }] })
    const artifact = { schema: 'handoff.v1', text, verdict: { valid: true } } as const

    function project() {
      const root = temporaryFolder()
      writeFileSync(`${root}/a.txt`, '')
      return { area: openArea(root), contracts }
    }

    it('gives no advice', () => {
      expect(checkInProject(artifact, project())).toEqual({ verdict: { valid: true }, advice: [] })
    })

    it('throws a DeadlineError at the deadline', () => {
      const clock = import.meta.jest.spyOn(Date, 'now').mockReturnValue(1000)
      const error = thrownBy(() => checkInProject(artifact, { ...project(), deadline: 1000 }))
      const inTime = checkInProject(artifact, { ...project(), deadline: 1001 })
      clock.mockRestore()
      expect(error as DeadlineError).toMatchObject({
        name: 'DeadlineError',
        message: 'there was no time left to check its deliverables',
      })
      expect(inTime.verdict).toEqual({ valid: true })
    })

    it('rethrows an error of the caller', () => {
      const bug = new TypeError('x is not a function')
      const onDeliverable = () => {
        throw bug
      }
      expect(thrownBy(() => checkInProject(artifact, { ...project(), onDeliverable }))).toBe(bug)
    })
  })
})

describe('adviceOn()', () => {
  it.each([
    ['text', RISK],
    ['bytes', new TextEncoder().encode(RISK)],
  ])('accepts an artifact as %s', (_, artifact) => {
    expect(adviceOn('risk.v1', artifact, openArea(temporaryFolder()))).toEqual([EXPOSURE])
  })
})

describe('the result of a valid file', () => {
  function projectWith(text: string) {
    const { area, at } = newProject()
    const file = at('blackboard/w1/agent.json')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return { area, file }
  }

  it('contains the advice of validateFiles(), if there is any and it has a working area', () => {
    const { area, file } = projectWith(RISK)
    expect(validateFiles([{ file, path: 'a' }], { contracts, area })).toMatchObject([{ advice: [EXPOSURE] }])
    expect(validateFiles([{ file, path: 'a' }], { contracts })[0]).not.toHaveProperty('advice')
    const other = projectWith(RISK.replace('"exposureEur":1', '"exposureEur":200'))
    const [validated] = validateFiles([{ file: other.file, path: 'a' }], { contracts, area: other.area })
    expect(validated).toMatchObject({ valid: true })
    expect(validated).not.toHaveProperty('advice')
  })

  it('contains no advice of validateArea()', () => {
    const { area } = projectWith(RISK)
    const [validated] = validateArea(area, () => contracts, { checksProject: true })
    expect(validated).toMatchObject({ valid: true })
    expect(validated).not.toHaveProperty('advice')
  })
})
