import { ContractProject } from './project.ts'
import { workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

describe('workbench contracts lint', () => {
  const lint = (directory: string, ...args: readonly string[]) =>
    workbench(['contracts', 'lint', '--schemas', directory, ...args])

  it('finds no problems in the contracts of this repository', async () => {
    const [text, json] = await Promise.all([lint('schemas'), lint('schemas', '--format', 'json')])
    expect(text).toMatchObject({ status: 0, stderr: '' })
    expect(text.stdout).toMatch(/^\d+ contracts, no problems\n$/)
    expect(json).toEqual({ status: 0, stdout: '{"valid":true,"problems":[]}\n', stderr: '' })
  })

  it('exits with 2 if the directory contains no contracts', async () => {
    const directory = temporaryDirectory()
    expect(await lint(directory)).toEqual({
      status: 2,
      stdout: '',
      stderr: `workbench: There are no contract files (*.schema.json) in ${directory}\n`,
    })
  })

  it('prints each problem as text, JSON and GitHub annotations, and exits with 1', async () => {
    const project = new ContractProject(['finding.v1', 'review.v1'])
    project.edit('finding.v1', (schema) => {
      schema.required = schema.required.filter((name) => name !== 'producedBy')
      delete schema.properties['category']?.['description']
    })
    const [text, json, github] = await Promise.all(
      ['text', 'json', 'github'].map((format) => lint(project.directory, '--format', format)),
    )
    expect([text?.status, json?.status, github?.status]).toEqual([1, 1, 1])
    expect(text?.stdout).toBe(
      'finding.v1.schema.json#/required: "required" must list "producedBy"\n' +
        'finding.v1.schema.json#/properties/category/description: "description" is required: the meaning of the member\n' +
        '2 contracts, 2 problems\n',
    )
    expect(JSON.parse(json?.stdout ?? '')).toEqual({
      valid: false,
      problems: [
        {
          file: 'finding.v1.schema.json',
          pointer: '/required',
          keyword: 'required',
          message: '"required" must list "producedBy"',
        },
        {
          file: 'finding.v1.schema.json',
          pointer: '/properties/category/description',
          keyword: 'description',
          message: '"description" is required: the meaning of the member',
        },
      ],
    })
    expect(github?.stdout).toMatch(
      /^::error file=[^,]*finding\.v1\.schema\.json,line=7,col=15,title=contract::\/required "required" must list "producedBy"\n::error /,
    )
  })

  it('reports a file with an invalid name and a file that is not JSON', async () => {
    const project = new ContractProject(['finding.v1'])
    project.writeFile('Note.schema.json', '{}')
    project.write('torn.v1', '{')
    const { status, stdout } = await lint(project.directory)
    const github = await lint(project.directory, '--format', 'github')
    expect(github.stdout).toMatch(/^::error file=[^,]*,line=1,col=1,title=contract::rename the file to /)
    expect(github.stdout).toMatch(
      /^::error file=[^,]*torn[^,]*,line=1,col=2,title=contract::.*\(line 1, column 2\)$/m,
    )
    expect(status).toBe(1)
    expect(stdout).toMatch(
      /^Note\.schema\.json: rename the file to .*\ntorn\.v1\.schema\.json: .*\n3 contracts, 2 problems\n$/,
    )
  })

  it('exits with 2 if the directory does not exist', async () => {
    const { status, stdout, stderr } = await lint('missing')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('Cannot list the contracts in')
  })
})
