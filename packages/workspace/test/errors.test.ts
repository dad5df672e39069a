import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'

import type { Contracts } from '@workbench/contracts'
import { readBlackboard, readMemory, WorkingAreaError, writeArtifact, writeFact } from '@workbench/workspace'

import { InvalidArtifactError, wrapSystemErrors } from '../src/errors.ts'
import { listFolder, withFolders } from '../src/files/open-folder.ts'
import { contracts, draft, newProject, request, risk, TODAY } from './project.ts'
import { thrownBy } from './thrown.ts'

/** The contracts, with a function that runs before each validation of a value. */
function contractsWith(beforeValidation: () => void): Contracts {
  const get = (id: string) => {
    const contract = contracts.get(id)
    const intercepted = <Result>(validate: (value: unknown) => Result) => {
      return (value: unknown) => {
        beforeValidation()
        return validate(value)
      }
    }
    return { ...contract, is: intercepted(contract.is), validate: intercepted(contract.validate) }
  }
  return { ...contracts, ids: contracts.ids, get } as Contracts
}

describe('wrapSystemErrors()', () => {
  const cause = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', errno: -30 })

  it('converts a system error and keeps it as the cause', () => {
    const error = thrownBy(() =>
      wrapSystemErrors('write', 'a.json', () => {
        throw cause
      }),
    )
    expect(error).toBeInstanceOf(WorkingAreaError)
    expect(error).toMatchObject({
      name: 'WorkingAreaError',
      message: expect.stringMatching(/^Cannot write a\.json: .*read-only/) as string,
      cause,
    })
  })

  it('rethrows any other error', () => {
    const bug = new TypeError('x is not a function')
    const run = () => {
      throw bug
    }
    expect(thrownBy(() => wrapSystemErrors('read', 'a.json', run))).toBe(bug)
  })
})

describe('the name of an error is the name of its class:', () => {
  it('InvalidArtifactError', () => {
    const { area } = newProject()
    expect(thrownBy(() => writeArtifact(area, contracts, request({ artifact: {} })))).toMatchObject({
      name: 'InvalidArtifactError',
      message: expect.stringContaining('/severity: ') as string,
    })
  })

  it('InvalidArtifactError, whose message counts the violations that are not listed', () => {
    const violation = { path: '/a', keyword: 'type', message: 'Expected a string' }
    expect(new InvalidArtifactError([violation], 3).message).toContain('3 more')
  })

  it('ConflictError', () => {
    const { area } = newProject()
    writeArtifact(area, contracts, request({ schema: 'risk.v1', artifact: risk }))
    expect(thrownBy(() => writeArtifact(area, contracts, request()))).toMatchObject({ name: 'ConflictError' })
  })

  it('UnsafePathError', () => {
    const { area, root, at } = newProject()
    symlinkSync(root, at())
    expect(thrownBy(() => writeArtifact(area, contracts, request()))).toMatchObject({
      name: 'UnsafePathError',
    })
  })
})

describe('withFolders()', () => {
  it('throws a WorkingAreaError if the root does not exist', () => {
    const { root } = newProject()
    rmSync(root, { recursive: true })
    expect(() => withFolders({ root }, [[]], () => undefined)).toThrow(/^Cannot write \.workbench: /)
  })
})

describe('listFolder()', () => {
  it('returns nothing for a missing folder and for a file', () => {
    const { area, at } = newProject()
    mkdirSync(at())
    writeFileSync(at('file'), '')
    expect([listFolder(area, 'missing'), listFolder(area, 'file')]).toEqual([[], []])
  })

  it('throws an UnsafePathError if the folder is a link', () => {
    const { area, at } = newProject()
    mkdirSync(at())
    symlinkSync('blackboard', at('blackboard'))
    expect(() => readBlackboard(area, contracts)).toThrow(
      /^\.workbench\/blackboard is a link or a file, not a folder; delete it/,
    )
  })
})

describe('writeFact()', () => {
  it('throws a WorkingAreaError if the folder for temporary files is deleted', () => {
    const { area, at } = newProject()
    const deleting = contractsWith(() => rmSync(at('tmp'), { recursive: true }))
    const error = thrownBy(() => writeFact(area, deleting, draft(), TODAY))
    expect(error).toBeInstanceOf(WorkingAreaError)
    expect((error as Error).message).toMatch(
      /^Cannot write \.workbench\/memory\/fact-\d{17}\.json: .*directory/,
    )
  })
})

describe('readMemory()', () => {
  it('returns the fact that it validated, also if the file is deleted meanwhile', () => {
    const { area, at } = newProject()
    const { id } = writeFact(area, contracts, draft(), TODAY)
    const deleting = contractsWith(() => rmSync(at('memory', `${id}.json`)))
    expect(readMemory(area, deleting)).toMatchObject([{ id, valid: true, fact: { id } }])
  })
})
