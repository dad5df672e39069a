import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { openContracts } from '@workbench/contracts'
import { toModelSchema } from '@workbench/structured-output'

import { repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const ids = readdirSync(join(repository, 'schemas'))
  .filter((file) => file.endsWith('.schema.json'))
  .map((file) => file.replace('.schema.json', ''))

describe('workbench contracts', () => {
  it('lists each contract with its title', async () => {
    const { status, stdout } = await workbench(['contracts'])
    expect(status).toBe(0)
    for (const id of ids) expect(stdout).toMatch(new RegExp(`^${id} +[A-Z]`, 'm'))
    expect(stdout).toContain(`${ids.length} contracts in `)
  })

  it('says which contracts are built in, and which are own', async () => {
    const directory = temporaryDirectory()
    const schema = { title: 'Ticket', properties: { finding: { $ref: 'finding.v1.schema.json' } } }
    writeFileSync(join(directory, 'ticket.v1.schema.json'), JSON.stringify(schema))
    cpSync(join(repository, 'schemas/plan.v1.schema.json'), join(directory, 'plan.v1.schema.json'))
    writeFileSync(join(directory, 'memo.v1.schema.json'), '[]')
    const [text, json] = await Promise.all([
      workbench(['contracts', '--schemas', directory]),
      workbench(['contracts', '--schemas', directory, '--format', 'json']),
    ])
    const origins = ids.map((id) => (id === 'plan.v1' ? 'own' : 'built in'))
    for (const [index, id] of ids.entries())
      expect(text.stdout).toMatch(new RegExp(`^${id} +${origins[index]} +[A-Z]`, 'm'))
    expect(text.stdout).toMatch(/^ticket\.v1 +own +Ticket$/m)
    expect(text.stdout).toMatch(/^memo\.v1 +own\n +error: /m)
    expect(text.stdout).toMatch(new RegExp(`\n\n3 contracts in ${directory}, 10 built in\n$`))
    const listed = JSON.parse(json.stdout) as { directory: string; contracts: { directory: string }[] }
    expect(listed.directory).toBe(directory)
    expect(listed.contracts.filter((entry) => entry.directory === directory)).toMatchObject(
      ['memo.v1', 'plan.v1', 'ticket.v1'].map((id) => ({ id })),
    )
  })

  it('is short for workbench contracts list', async () => {
    const [short, long] = await Promise.all([workbench(['contracts']), workbench(['contracts', 'list'])])
    expect(short).toEqual(long)
  })

  it('lists the problems of unusable contracts together with the usable contracts', async () => {
    const directory = temporaryDirectory()
    cpSync(join(repository, 'schemas'), directory, { recursive: true })
    writeFileSync(join(directory, 'memo.v1.schema.json'), '{ "requried": [] }')
    writeFileSync(join(directory, 'Note.schema.json'), '{}')
    const text = await workbench(['contracts', '--schemas', directory])
    const words = text.stdout.replaceAll(/\s+/g, ' ')
    expect(words).toContain(
      'memo.v1.schema.json#/requried: "requried" is not a keyword of JSON Schema 2020-12',
    )
    expect(words).toContain('did you mean "required"?')
    expect(words).toContain('Note.schema.json: rename the file to')
    const json = await workbench(['contracts', '--schemas', directory, '--format', 'json'])
    const { contracts } = JSON.parse(json.stdout) as { contracts: { id: string; problems: unknown[] }[] }
    expect(contracts.filter(({ problems }) => problems.length === 0).map(({ id }) => id)).toEqual(ids)
    expect(contracts.find(({ id }) => id === 'memo.v1')?.problems).toEqual([
      expect.objectContaining({ file: 'memo.v1.schema.json', pointer: '/requried', keyword: 'requried' }),
    ])
  })
})

describe('workbench contracts show', () => {
  it('prints nested members with their constraints', async () => {
    const { status, stdout } = await workbench(['contracts', 'show', 'plan.v1'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^waves +required +an array, at least 1 item, each item /m)
    expect(stdout).toMatch(/^waves\[\]\.tasks\[\]\.isolation +optional +one of "none" or "worktree"/m)
  })

  it('prints the id, title and description above the members', async () => {
    const { stdout } = await workbench(['contracts', 'show', 'finding.v1'])
    expect(stdout).toMatch(/^finding\.v1 {2}Finding\nA single defect, .*\n\nMember +Expected +Meaning\n/)
    expect(stdout).toMatch(/^id +required +a string +Identifier of the finding/m)
  })

  it('prints a reference to another contract as its id', async () => {
    const { stdout } = await workbench(['contracts', 'show', 'review.v1'])
    expect(stdout).toMatch(/^findings +required +an array, each item a finding\.v1/m)
    expect(stdout).not.toContain('findings[]')
  })

  it('prints the schema with --format json', async () => {
    const { stdout } = await workbench(['contracts', 'show', 'finding.v1', '--format', 'json'])
    const file = readFileSync(join(repository, 'schemas', 'finding.v1.schema.json'), 'utf8')
    expect(JSON.parse(stdout)).toEqual(JSON.parse(file))
  })

  it.each(ids)('prints a valid %s with --example', async (id) => {
    const { status, stdout } = await workbench(['contracts', 'show', id, '--example'])
    expect(status).toBe(0)
    const validated = await workbench(['validate', id, '-'], { input: stdout })
    expect(validated.status).toBe(0)
  })

  it('--example prints an artifact that is made from the schema if there is none beside the contract', async () => {
    const directory = temporaryDirectory()
    const schema = { type: 'object', required: ['to'], properties: { to: { type: 'string' } } }
    writeFileSync(join(directory, 'memo.v1.schema.json'), JSON.stringify(schema))
    const { stdout } = await workbench(['contracts', 'show', 'memo.v1', '--example', '--schemas', directory])
    expect(JSON.parse(stdout)).toEqual({ to: '…' })
  })

  it('--example exits with 2 and says where to write an example if none is known', async () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'memo.v1.schema.json'), '{}')
    const { status, stderr } = await workbench([
      'contracts',
      'show',
      'memo.v1',
      '--example',
      '--schemas',
      directory,
    ])
    expect(status).toBe(2)
    expect(stderr).toBe(
      `workbench: No example of memo.v1 is known; write one to ${join(directory, '../examples/memo.v1.json')}\n`,
    )
  })

  it.each([
    ['openai-strict', /"additionalProperties": false/],
    ['anthropic', /"additionalProperties": false/],
    ['json-schema', /"required"/],
  ] as const)('--target %s prints the output schema of toModelSchema()', async (target, pattern) => {
    for (const id of ['finding.v1', 'review.v1']) {
      const { status, stdout, stderr } = await workbench(['contracts', 'show', id, '--target', target])
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toMatch(pattern)
      const contracts = openContracts({ directory: join(repository, 'schemas') })
      const expected = toModelSchema(contracts.get<string>(id), { target })
      expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)))
    }
  })

  it('--target exits with 2 with --example, and for a contract that the interface cannot express', async () => {
    const both = await workbench(['contracts', 'show', 'finding.v1', '--target', 'anthropic', '--example'])
    expect(both).toEqual({
      status: 2,
      stdout: '',
      stderr: 'workbench: Use either --target or --example\n',
    })
    const directory = temporaryDirectory()
    const schema = {
      type: 'object',
      properties: { a: { type: 'object', additionalProperties: { type: 'string' } } },
    }
    writeFileSync(join(directory, 'memo.v1.schema.json'), JSON.stringify(schema))
    const args = ['contracts', 'show', 'memo.v1', '--target', 'openai-strict', '--schemas', directory]
    const { status, stdout, stderr } = await workbench(args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^workbench: (?!internal)/)
  })

  it('exits with 2 for an unknown contract', async () => {
    const { status, stderr } = await workbench(['contracts', 'show', 'plna.v1'])
    expect(status).toBe(2)
    expect(stderr).toContain('did you mean "plan.v1"?')
  })
})
