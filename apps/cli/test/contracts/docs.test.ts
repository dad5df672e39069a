import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { addNone } from './changes.ts'
import { ContractProject, contract } from './project.ts'
import { repository, workbench } from '../support/run-workbench.ts'

describe('workbench contracts docs', () => {
  const docs = (project: ContractProject, ...args: readonly string[]) =>
    workbench(['contracts', 'docs', '--schemas', 'schemas', ...args], { cwd: project.root })

  it('writes a page for each contract, which --check then accepts', async () => {
    const project = new ContractProject(['fact.v1', 'finding.v1', 'review.v1'])
    expect(await docs(project)).toEqual({ status: 0, stdout: '4 pages in docs/contracts\n', stderr: '' })
    const pages = join(project.root, 'docs', 'contracts')
    expect(readdirSync(pages)).toEqual(['README.md', 'fact.v1.md', 'finding.v1.md', 'review.v1.md'])
    expect(readFileSync(join(pages, 'finding.v1.md'), 'utf8')).toContain(
      '| **`severity`** | one of "critical", "high", "medium", "low" or "info" | How bad the harm is. |',
    )
    expect(readFileSync(join(pages, 'README.md'), 'utf8')).toContain(
      '| [review.v1](review.v1.md) | Review | Outcome of',
    )
    expect(await docs(project, '--check')).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('writes an example into each page, and escapes the text of the contract', async () => {
    const project = new ContractProject(['finding.v1'])
    project.edit('finding.v1', (schema) => {
      Object.assign(schema, { title: 'a\n# b\u202e' })
      Object.assign(schema.properties, { 'a|`\n': { description: 'a\n| b |' } })
    })
    await docs(project)
    const page = readFileSync(join(project.root, 'docs/contracts/finding.v1.md'), 'utf8')
    expect(page).toMatch(/^# finding\.v1: a # b\\u202e\n/)
    expect(page).toContain('\n| `a\\|\\u0060\\u000a` | any value | a \\| b \\| |\n')
    const [, example = ''] = /## Example\n\n```json\n([^`]*)\n```\n$/.exec(page) ?? []
    expect(JSON.parse(example)).toMatchObject({ schema: 'finding.v1' })
  })

  it('exits with 2 and deletes no page if the directory contains no contracts', async () => {
    const project = new ContractProject(['finding.v1'])
    await docs(project)
    project.remove('finding.v1')
    expect((await docs(project)).status).toBe(2)
    expect(existsSync(join(project.root, 'docs/contracts/finding.v1.md'))).toBe(true)
  })

  it('--check names every page that is out of date and writes nothing', async () => {
    const project = new ContractProject(['finding.v1', 'risk.v1'])
    await docs(project, '--out', 'pages')
    project.edit('finding.v1', addNone)
    project.write('fact.v1', contract('fact.v1'))
    const page = () => readFileSync(join(project.root, 'pages', 'finding.v1.md'), 'utf8')
    const before = page()
    expect(await docs(project, '--out', 'pages', '--check')).toEqual({
      status: 1,
      stdout: '',
      stderr: [
        ...['README.md', 'fact.v1.md', 'finding.v1.md'].map((name) => `pages/${name} is out of date`),
        'write them with workbench contracts docs --schemas schemas --out pages',
      ]
        .map((line) => `workbench: ${line}\n`)
        .join(''),
    })
    expect(page()).toBe(before)
    expect((await docs(project, '--out', 'pages')).status).toBe(0)
    expect(page()).not.toBe(before)
    expect((await docs(project, '--out', 'pages', '--check')).status).toBe(0)
  })

  it('--check names a page of a removed contract, and the command deletes it', async () => {
    const project = new ContractProject(['finding.v1', 'risk.v1'])
    await docs(project)
    project.remove('risk.v1')
    const stale = await docs(project, '--check')
    expect(stale.status).toBe(1)
    expect(stale.stderr).toBe(
      'workbench: docs/contracts/README.md is out of date\nworkbench: docs/contracts/risk.v1.md is out of date\n' +
        'workbench: write them with workbench contracts docs --schemas schemas\n',
    )
    await docs(project)
    expect(existsSync(join(project.root, 'docs', 'contracts', 'risk.v1.md'))).toBe(false)
    expect((await docs(project, '--check')).status).toBe(0)
  })

  it('does not delete other files of the directory', async () => {
    const project = new ContractProject(['finding.v1'])
    const other = join(project.root, 'docs', 'architecture.md')
    mkdirSync(join(project.root, 'docs'))
    writeFileSync(other, 'How it is built.')
    expect((await docs(project, '--out', 'docs')).status).toBe(0)
    expect(existsSync(other)).toBe(true)
  })

  it('exits with 2 and keeps a README.md that is not an index of contracts', async () => {
    const project = new ContractProject(['finding.v1'])
    writeFileSync(join(project.root, 'README.md'), '# Project')
    const { status, stderr } = await docs(project, '--out', '.')
    expect(stderr).toBe(
      'workbench: README.md is another page, and would be lost; name another directory with --out\n',
    )
    expect(status).toBe(2)
    expect(readdirSync(project.root).sort()).toEqual(['README.md', 'schemas'])
    expect(readFileSync(join(project.root, 'README.md'), 'utf8')).toBe('# Project')
  })

  it('--check names every missing page', async () => {
    const project = new ContractProject(['finding.v1'])
    expect((await docs(project, '--check')).stderr).toBe(
      'workbench: docs/contracts/README.md is out of date\nworkbench: docs/contracts/finding.v1.md is out of date\n' +
        'workbench: write them with workbench contracts docs --schemas schemas\n',
    )
    await docs(project)
    rmSync(join(project.root, 'docs', 'contracts', 'finding.v1.md'))
    const { status, stderr } = await docs(project, '--check')
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'workbench: docs/contracts/finding.v1.md is out of date\n' +
        'workbench: write them with workbench contracts docs --schemas schemas\n',
    })
  })

  it('escapes titles and descriptions so that each stays in its table cell', async () => {
    const project = new ContractProject(['finding.v1'])
    project.edit('finding.v1', (schema) => {
      schema['title'] = 'This | that'
      schema.properties['category'] = { type: 'string', description: 'One | two\nthree <four>' }
    })
    await docs(project)
    const rows = ['README.md', 'finding.v1.md'].flatMap((name) =>
      readFileSync(join(project.root, 'docs', 'contracts', name), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('|')),
    )
    expect(rows.find((row) => row.includes('`category`'))).toContain('One \\| two three &lt;four>')
    expect(rows.filter((row) => row.split(/(?<!\\)\|/).length !== 5)).toEqual([])
  })

  it('exits with 2 and writes nothing if a contract is unusable', async () => {
    const project = new ContractProject(['finding.v1'])
    project.write('torn.v1', '{')
    const { status, stderr } = await docs(project)
    expect(status).toBe(2)
    expect(stderr).toContain('torn.v1.schema.json')
    expect(existsSync(join(project.root, 'docs'))).toBe(false)
  })

  it('exits with 2 if the output directory is a file', async () => {
    const project = new ContractProject(['finding.v1'])
    writeFileSync(join(project.root, 'pages'), '')
    const { status, stderr } = await docs(project, '--out', 'pages')
    expect(status).toBe(2)
    expect(stderr).toBe(
      'workbench: Cannot write pages/README.md: pages is a link or a file, not a folder; delete it or rename it, because a link could point outside of the project\n',
    )
  })

  it('the pages of this repository are up to date', async () => {
    expect(await workbench(['contracts', 'docs', '--check'], { cwd: repository })).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
  })
})
