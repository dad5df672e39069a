import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ContractProject, type Schema } from './project.ts'
import { program, repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

describe('workbench contracts new', () => {
  const make = (cwd: string, ...args: readonly string[]) => workbench(['contracts', 'new', ...args], { cwd })

  /** A project whose contract directory is found without --schemas. */
  const project = () =>
    new ContractProject(['risk.v1'], { below: join('plugins', 'workbench-core', 'schemas') })

  it('creates a contract that passes lint and can validate artifacts', async () => {
    const { root, directory } = project()
    const file = join(directory, 'meeting-note.v1.schema.json')
    expect(await make(root, 'meeting-note')).toEqual({ status: 0, stdout: `${file}\n`, stderr: '' })
    const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema
    expect(schema).toMatchObject({
      title: 'Meeting note',
      description: 'What this artifact is, and who produces it.',
    })
    const artifact = { schema: 'meeting-note.v1', producedBy: 'scribe', id: '1', title: 'Monday' }
    writeFileSync(join(root, 'valid.json'), JSON.stringify(artifact))
    writeFileSync(join(root, 'broken.json'), JSON.stringify({ ...artifact, producedBy: undefined, extra: 1 }))
    const [lint, valid, broken, list, docs] = await Promise.all(
      [
        ['contracts', 'lint'],
        ['validate', 'meeting-note.v1', 'valid.json'],
        ['validate', 'meeting-note.v1', 'broken.json'],
        ['contracts'],
        ['contracts', 'docs'],
      ].map((args) => workbench(args, { cwd: root })),
    )
    expect(lint).toEqual({ status: 0, stdout: '2 contracts, no problems\n', stderr: '' })
    expect([valid?.status, broken?.status, docs?.status]).toEqual([0, 1, 0])
    expect(broken?.stdout).toMatch(/\/producedBy: .*[\s\S]*\/extra: /)
    expect(list?.stdout).toMatch(/^meeting-note\.v1 +own +Meeting note/m)
  })

  it('does not overwrite an existing contract', async () => {
    const { root, directory } = project()
    const file = join(directory, 'memo.v1.schema.json')
    writeFileSync(file, 'mine')
    const { status, stdout, stderr } = await make(root, 'memo')
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('memo.v1 already exists') as string,
    })
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  it('starts a new major version with the latest earlier one', async () => {
    const { root, directory } = project()
    await make(root, 'memo')
    const file = (major: number) => join(directory, `memo.v${major}.schema.json`)
    const first = JSON.parse(readFileSync(file(1), 'utf8')) as Schema
    const edited = { ...first, $id: 'https://example.com/memo.v1.schema.json', title: 'Our memo' }
    writeFileSync(file(1), JSON.stringify(edited))
    expect((await make(root, 'memo', '--major', '3')).status).toBe(0)
    expect(JSON.parse(readFileSync(file(3), 'utf8'))).toEqual({
      ...edited,
      $id: 'https://example.com/memo.v3.schema.json',
      properties: { ...first.properties, schema: { ...first.properties['schema'], const: 'memo.v3' } },
    })
    expect((await workbench(['contracts', 'lint'], { cwd: root })).status).toBe(0)
  })

  it('starts a much later version with the latest earlier one, too', async () => {
    const { root, directory } = project()
    await make(root, 'memo')
    expect((await make(root, 'memo', '--major', String(Number.MAX_SAFE_INTEGER))).status).toBe(0)
    const [first, last] = readdirSync(directory)
    expect([first, last]).toEqual(['memo.v1.schema.json', 'memo.v9007199254740991.schema.json'])
  })

  it('creates the next major version with --major', async () => {
    const { root, directory } = project()
    const [first, second] = await Promise.all([make(root, 'memo'), make(root, 'memo', '--major', '2')])
    expect([first.status, second.status]).toEqual([0, 0])
    expect(readdirSync(directory)).toEqual(['memo.v1', 'memo.v2', 'risk.v1'].map((id) => `${id}.schema.json`))
    const schema = JSON.parse(readFileSync(join(directory, 'memo.v2.schema.json'), 'utf8')) as Schema
    expect(schema).toMatchObject({ $id: 'memo.v2.schema.json', properties: { schema: { const: 'memo.v2' } } })
    expect((await workbench(['contracts', 'lint'], { cwd: root })).status).toBe(0)
  })

  it.each([
    'Memo',
    'memo.v1',
    '../memo',
    'memo/note',
    '2memo',
    'memo-',
    'me--mo',
    '',
    'mémo',
    'me mo',
    '__proto__',
  ])('rejects the name %j', async (noun) => {
    const { root, directory } = project()
    const { status, stdout, stderr } = await make(root, '--', noun)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).not.toMatch(/\n +at /)
    expect(readdirSync(directory)).toEqual(['risk.v1.schema.json'])
  })

  it.each(['0', '-1', '1.5', 'x', '1e21'])('rejects --major %s', async (major) => {
    const { root, directory } = project()
    const { status, stdout } = await make(root, 'memo', `--major=${major}`)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(readdirSync(directory)).toEqual(['risk.v1.schema.json'])
  })

  const below = join('plugins', 'workbench-core', 'schemas')

  it.each([
    ['a project without a directory', [], below, false],
    ['a project with an empty directory', [], below, true],
    ['a directory that does not exist', ['--schemas', 'mine'], 'mine', false],
  ])('writes one file, with which the built-in contracts stay known: %s', async (_, args, folder, exists) => {
    const root = temporaryDirectory()
    const directory = join(root, folder)
    mkdirSync(join(root, '.git'))
    if (exists) mkdirSync(directory, { recursive: true })
    mkdirSync(join(root, 'sub'), { recursive: true })
    const schemas = args.map((arg) => (arg === 'mine' ? directory : arg))
    expect(await make(join(root, 'sub'), 'incident', ...schemas)).toEqual({
      status: 0,
      stdout: `${join(directory, 'incident.v1.schema.json')}\n`,
      stderr: '',
    })
    expect(readdirSync(directory)).toEqual(['incident.v1.schema.json'])
    const finding = join(repository, 'docs/examples/valid/finding.v1.json')
    expect((await workbench(['validate', finding, ...schemas], { cwd: root })).status).toBe(0)
    const lint = await workbench(['contracts', 'lint', ...schemas], { cwd: root })
    expect(lint).toEqual({ status: 0, stdout: '1 contract, no problems\n', stderr: '' })
  })

  it('writes the files of processes that run at the same time', async () => {
    const root = temporaryDirectory()
    mkdirSync(join(root, '.git'))
    const nouns = ['memo', 'memo', 'note', 'unit']
    const results = await Promise.all(
      nouns.map((noun) => workbench(['contracts', 'new', noun], { cwd: root, program })),
    )
    // The second process may find the file of the first.
    expect(results.map(({ stderr }) => /Cannot|\n +at /.test(stderr))).toEqual(nouns.map(() => false))
    expect(readdirSync(join(root, below))).toHaveLength(3)
    expect((await workbench(['contracts', 'lint'], { cwd: root })).status).toBe(0)
  })

  it('copies a built-in contract, and says that the copy hides it', async () => {
    const { root, directory } = project()
    const file = join(directory, 'review.v1.schema.json')
    expect(await make(root, 'review')).toEqual({
      status: 0,
      stdout: `${file}\n`,
      stderr: 'workbench: review.v1 is built in; this copy hides it, and can be changed\n',
    })
    expect(readdirSync(directory)).toEqual(['review.v1', 'risk.v1'].map((id) => `${id}.schema.json`))
    const builtIn = readFileSync(join(repository, 'schemas/review.v1.schema.json'), 'utf8')
    expect(readFileSync(file, 'utf8')).toBe(builtIn)
    expect((await workbench(['contracts', 'lint'], { cwd: root })).status).toBe(0)
  })

  it('starts the next version of a built-in contract with it', async () => {
    const { root, directory } = project()
    expect(await make(root, 'review', '--major', '2')).toMatchObject({ status: 0, stderr: '' })
    const schema = JSON.parse(readFileSync(join(directory, 'review.v2.schema.json'), 'utf8')) as Schema
    expect(schema.properties).toMatchObject({
      schema: { const: 'review.v2' },
      findings: { items: { $ref: 'finding.v1.schema.json' } },
    })
  })
})
