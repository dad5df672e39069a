import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { checkInProject, openArea, validateArea } from '@workbench/workspace'

import { contracts, finding } from './project.ts'
import { temporaryFolder } from './temporary-folder.ts'

const validFinding = JSON.stringify({ schema: 'finding.v1', producedBy: 'auditor', ...finding })

interface Entry {
  readonly path: string
  readonly schema: string
  readonly sizeBytes?: number
}

const handoff = (...artifacts: readonly Entry[]): string =>
  JSON.stringify(
    { schema: 'handoff.v1', producedBy: 'lead', wave: 'w1', status: 'complete', artifacts, summary: 's' },
    null,
    1,
  )

/** A folder `project` with these files, in a folder of its own. */
function projectWith(files: Readonly<Record<string, string>>): string {
  const root = join(temporaryFolder(), 'project')
  mkdirSync(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

function violationsOf(root: string, ...entries: readonly Entry[]) {
  const text = handoff(...entries)
  const verdict = contracts.get('handoff.v1').validateText(text)
  expect(verdict).toEqual({ valid: true })
  const check = checkInProject({ schema: 'handoff.v1', text, verdict }, { area: openArea(root), contracts })
  return check.verdict.valid ? [] : check.verdict.violations
}

const FILES = { 'a.json': validFinding, 'docs/notes.md': 'notes', 'broken.json': '{"schema":"finding.v1"}' }

describe('the deliverables of a handoff', () => {
  it('are accepted if they exist, with their size, valid under their contract', () => {
    const root = projectWith(FILES)
    expect(
      violationsOf(
        root,
        { path: 'a.json', schema: 'finding.v1', sizeBytes: Buffer.byteLength(validFinding) },
        { path: './docs/../a.json', schema: 'finding.v1' },
        { path: join(root, 'a.json'), schema: 'finding.v1' },
        { path: 'docs/notes.md', schema: 'markdown', sizeBytes: 5 },
      ),
    ).toEqual([])
  })

  it.each([
    ['does not exist', { path: 'b.json', schema: 'finding.v1' }, 'path', 'does not exist'],
    ['is below a file', { path: 'a.json/b', schema: 'finding.v1' }, 'path', 'does not exist'],
    ['is a folder', { path: 'docs', schema: 'finding.v1' }, 'path', 'cannot be read: it is'],
    [
      'has another size',
      { path: 'a.json', schema: 'finding.v1', sizeBytes: 1 },
      'sizeBytes',
      'bytes; received 1',
    ],
    ['is outside of the project', { path: '../x', schema: 'text' }, 'path', 'is outside of the project'],
    [
      'is an absolute path outside',
      { path: '/etc/passwd', schema: 'text' },
      'path',
      'is outside of the project',
    ],
    [
      'has a null byte',
      { path: 'a\0', schema: 'text' },
      'path',
      'cannot be read: the path contains a null byte',
    ],
    [
      'is invalid',
      { path: 'broken.json', schema: 'finding.v1' },
      'schema',
      'is not a valid finding.v1: /producedBy',
    ],
    ['has another contract', { path: 'a.json', schema: 'risk.v1' }, 'schema', 'is not a valid risk.v1'],
    [
      'names no contract',
      { path: 'a.json', schema: 'findings.v1' },
      'schema',
      'No contract has the id "findings.v1"',
    ],
  ])('are rejected if one %s', (_, entry, member, message) => {
    const violations = violationsOf(projectWith(FILES), { path: 'a.json', schema: 'finding.v1' }, entry)
    expect(violations).toEqual([
      expect.objectContaining({
        path: `/artifacts/1/${member}`,
        keyword: 'deliverable',
        message: expect.stringContaining(message) as unknown,
        line: expect.any(Number) as unknown,
        column: expect.any(Number) as unknown,
      }),
    ])
  })

  it('give the position of the claim', () => {
    const [violation] = violationsOf(projectWith(FILES), { path: 'b.json', schema: 'x' })
    expect(violation).toMatchObject({ line: 8, column: 12 })
  })

  it('are rejected if a link leads out of the project, without their content', () => {
    const root = projectWith(FILES)
    writeFileSync(join(root, '..', 'secret.json'), '{"secret":"42"}')
    symlinkSync(join(root, '..', 'secret.json'), join(root, 'link.json'))
    const violations = violationsOf(root, { path: 'link.json', schema: 'finding.v1' })
    expect(violations).toHaveLength(1)
    expect(JSON.stringify(violations)).not.toContain('secret')
  })

  it('are rejected if one is a pipe, without waiting for a writer', () => {
    const root = projectWith(FILES)
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(violationsOf(root, { path: 'pipe', schema: 'text' })).toMatchObject([
      { path: '/artifacts/0/path' },
    ])
  })

  it('are counted instead of checked if there are too many', () => {
    const entries = Array.from({ length: 1001 }, () => ({ path: 'a.json', schema: 'finding.v1' }))
    expect(violationsOf(projectWith(FILES), ...entries)).toMatchObject([
      { path: '/artifacts', expected: 1000 },
    ])
  })

  it('are compared with the handoffs of the working area only if that is requested, and before the deadline', () => {
    const root = projectWith({
      '.workbench/blackboard/w1/lead.json': handoff({ path: 'b.json', schema: 'finding.v1' }),
    })
    const validate = (options: Parameters<typeof validateArea>[2]) =>
      validateArea(openArea(root), () => contracts, options).map(({ valid }) => valid)
    expect(validate({})).toEqual([true])
    expect(validate({ checksProject: true })).toEqual([false])
    expect(validateArea(openArea(root), () => contracts, { checksProject: true, deadline: 0 })).toMatchObject(
      [{ valid: false, isUnchecked: true }],
    )
  })
})
