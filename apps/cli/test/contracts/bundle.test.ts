import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { bundleContracts, openContracts } from '@workbench/contracts'

import { ContractProject } from './project.ts'
import { repository, workbench } from '../support/run-workbench.ts'

describe('workbench contracts bundle', () => {
  const bundle = (project: ContractProject, ...args: readonly string[]) =>
    workbench(['contracts', 'bundle', '--schemas', 'schemas', ...args], { cwd: project.root })

  it('writes one schema for the artifacts of all contracts, which --check then accepts', async () => {
    const project = new ContractProject(['finding.v1', 'review.v1'])
    const file = '.vscode/artifact.schema.json'
    expect(await bundle(project, file)).toEqual({
      status: 0,
      stdout: `11 contracts in ${file}\n`,
      stderr: '',
    })
    const written = JSON.parse(readFileSync(join(project.root, file), 'utf8')) as unknown
    expect(written).toEqual(bundleContracts(openContracts({ directory: project.directory })))
    expect(await bundle(project, file, '--check')).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it.each<[string, (project: ContractProject) => void]>([
    ['a contract was added', (project) => project.write('note.v1', { properties: {} })],
    ['a contract was changed', (project) => project.edit('finding.v1', (schema) => schema.required.pop())],
    ['a contract was removed', (project) => project.remove('memo.v1')],
    ['the file was edited', (project) => writeFileSync(join(project.root, 'all.json'), '{}')],
  ])('--check exits with 1 and writes nothing if %s', async (_, change) => {
    const project = new ContractProject(['finding.v1'])
    project.write('memo.v1', { properties: {} })
    await bundle(project, 'all.json')
    change(project)
    const before = readFileSync(join(project.root, 'all.json'), 'utf8')
    expect(await bundle(project, 'all.json', '--check')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'workbench: all.json is out of date\n' +
        'workbench: write it with workbench contracts bundle --schemas schemas all.json\n',
    })
    expect(readFileSync(join(project.root, 'all.json'), 'utf8')).toBe(before)
  })

  it('--check exits with 1 if the file is missing', async () => {
    const project = new ContractProject(['finding.v1'])
    expect((await bundle(project, 'all.json', '--check')).status).toBe(1)
    expect(existsSync(join(project.root, 'all.json'))).toBe(false)
  })

  it('exits with 2 and writes nothing if a contract is unusable', async () => {
    const project = new ContractProject(['finding.v1'])
    project.write('torn.v1', '{')
    const { status, stderr } = await bundle(project, 'all.json')
    expect({ status, names: stderr.includes('torn.v1.schema.json') }).toEqual({ status: 2, names: true })
    expect(existsSync(join(project.root, 'all.json'))).toBe(false)
  })

  it('the schema of this repository is up to date', async () => {
    const args = ['contracts', 'bundle', 'packages/contracts/artifact.schema.json', '--check']
    expect(await workbench(args, { cwd: repository })).toEqual({ status: 0, stdout: '', stderr: '' })
  })
})
