import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { addNone, changesIn, findings, gate, parseComparison, removeInfo } from './changes.ts'
import { contract, ContractProject, type Schema } from './project.ts'
import { workbench } from '../support/run-workbench.ts'

describe('workbench contracts gate --history', () => {
  it('includes a version that existed in one commit only', async () => {
    const project = findings()
    project.edit('finding.v1', addNone)
    project.commit('Wider')
    project.write('finding.v1', contract('finding.v1'))
    project.commit('As before')
    const [first, history] = await Promise.all([
      gate(project, '--against', 'HEAD~2'),
      gate(project, '--history'),
    ])
    expect([first.status, history.status]).toEqual([0, 1])
    expect(parseComparison(history).changes[0]).toMatchObject({ counterexample: { severity: 'none' } })
  })

  it('includes a version that a merge discarded', async () => {
    const project = findings()
    project.git('checkout', '--quiet', '-b', 'side')
    writeFileSync(join(project.root, 'README.md'), 'Aside.')
    project.commit('Aside')
    project.git('checkout', '--quiet', 'main')
    project.edit('finding.v1', addNone)
    const wider = project.commit('Wider')
    project.git('checkout', '--quiet', 'side')
    project.git('merge', '--quiet', '--no-commit', '--strategy', 'ours', 'main')
    project.commit('Merge, and undo')
    const [against, history] = await Promise.all([
      gate(project, '--against', wider),
      gate(project, '--history'),
    ])
    expect(against.status).toBe(1)
    expect(changesIn(history)).toEqual(changesIn(against))
    expect(history.status).toBe(1)
  })

  it('reports a change once if several versions have it', async () => {
    const project = findings()
    project.edit('finding.v1', (schema) => (schema['description'] = 'In other words.'))
    project.commit('Other words')
    project.edit('finding.v1', removeInfo)
    expect(changesIn(await gate(project, '--history'))).toEqual([
      'finding.v1 breaking /severity',
      'review.v1 breaking /findings/0/severity',
    ])
  })

  it('reports changes that differ in the message or in the path only', async () => {
    const project = findings()
    const allow = (value: string) => (schema: Schema) => {
      schema.properties['severity'] = { enum: [value, 'info'], description: 'How bad.' }
    }
    for (const value of ['none', 'trivial']) {
      project.edit('finding.v1', allow(value))
      project.commit(value)
    }
    project.write('finding.v1', contract('finding.v1'))
    const messages = parseComparison(await gate(project, '--history')).changes.map(({ path, message }) => [
      path,
      message,
    ])
    expect(messages).toEqual(
      expect.arrayContaining([
        ['/severity', '"trivial" is no longer allowed'],
        ['/severity', '"none" is no longer allowed'],
      ]),
    )
    project.edit('review.v1', (schema) => {
      schema.properties['worst'] = { $ref: 'finding.v1.schema.json', description: 'The worst finding.' }
    })
    project.commit('Another reference')
    project.edit('finding.v1', removeInfo)
    expect(changesIn(await gate(project, '--against', 'HEAD'))).toEqual([
      'finding.v1 breaking /severity',
      'review.v1 breaking /findings/0/severity',
      'review.v1 breaking /worst/severity',
    ])
  })

  it('exits with 2 if no commit has a contract', async () => {
    const project = new ContractProject([])
    writeFileSync(join(project.root, 'README.md'), 'Contracts to come.')
    project.init()
    project.write('finding.v1', contract('finding.v1'))
    const { status, stderr } = await gate(project, '--history')
    expect(status).toBe(2)
    expect(stderr).toBe(`workbench: The git history has no contracts of ${project.directory}\n`)
  })

  it('prints the number of versions', async () => {
    const project = findings()
    project.edit('finding.v1', addNone)
    project.commit('Wider')
    const args = ['contracts', 'gate', '--history', '--schemas', 'schemas']
    const { stdout } = await workbench(args, { cwd: project.root })
    expect(stdout).toBe(`compatible: ${project.directory} since 2 versions in its history\n`)
  })
})
