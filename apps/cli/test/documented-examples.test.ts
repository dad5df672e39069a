import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { repository, workbench } from './support/run-workbench.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

const read = (file: string): string => readFileSync(join(repository, file), 'utf8')
const guide = read('docs/getting-started.md')

/** The blocks of a Markdown text that have this language. */
function codeBlocks(markdown: string, language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\n([^\`]+)\`\`\`$`, 'gm')
  return [...markdown.matchAll(pattern)].map(([, text = '']) => text)
}

/** The section of the guide that runs the hook: what the shell runs before and after the fix, and the hook's message. */
const hookSection = guide.slice(
  guide.indexOf('\n## Run the hook\n'),
  guide.indexOf('\n## Call the REST API\n'),
)
const [writeBroken = '', fix = ''] = codeBlocks(hookSection, 'sh')
const [message = ''] = codeBlocks(hookSection, 'text')

describe.each(['README.md', 'docs/getting-started.md'])('%s', (file) => {
  const examples = codeBlocks(read(file), 'console').map((block) => {
    const [command = '', ...output] = block.split('\n')
    return { command: command.replace('$ pnpm workbench ', ''), output: output.join('\n') }
  })

  it('has two examples of the workbench command', () => {
    expect(examples).toHaveLength(2)
  })

  it.each(examples)('shows the exact output of `workbench $command`', async ({ command, output }) => {
    const { stdout, stderr } = await workbench(command.split(' '))
    expect(stdout + stderr).toBe(output)
  })
})

test('README.md shows the exact violations of an artifact as data, one with a fix and one with a template', async () => {
  const readme = read('README.md')
  const file = /`(docs\/examples\/broken\/[^`]+)`/.exec(readme)?.[1] ?? ''
  const shown = JSON.parse(codeBlocks(readme, 'json')[0] ?? '') as object[]
  const { stdout } = await workbench(['validate', file, '--format', 'json'])
  expect(JSON.parse(stdout)).toMatchObject({ results: [{ violations: shown }] })
  expect(shown).toEqual([
    expect.objectContaining({ fix: expect.anything() as unknown }),
    expect.objectContaining({ template: expect.anything() as unknown }),
  ])
})

describe('docs/contract-changes.md', () => {
  it('shows the exact output of a comparison in which finding.v1 loses a severity', async () => {
    const cwd = temporaryDirectory()
    const schema = read('schemas/finding.v1.schema.json')
    for (const [version, text] of [
      ['old', schema],
      ['new', schema.replace('"low", ', '')],
    ] as const) {
      mkdirSync(join(cwd, version))
      writeFileSync(join(cwd, version, 'finding.v1.schema.json'), text)
    }
    const [command = '', ...output] =
      codeBlocks(read('docs/contract-changes.md'), 'console')[0]?.split('\n') ?? []
    const { stdout, stderr } = await workbench(command.replace('$ workbench ', '').split(' '), { cwd })
    expect(stdout + stderr).toBe(output.join('\n'))
  })
})

describe('docs/board.md', () => {
  const commands = codeBlocks(read('docs/board.md'), 'sh').flatMap((block) =>
    [...block.matchAll(/^(?:npx|pnpm) workbench (board [^#\n]*)/gm)].map(([, command = '']) =>
      command.trim(),
    ),
  )

  it('writes the page that it names', async () => {
    const [html = ''] = commands.filter((command) => command.includes('--html'))
    const cwd = temporaryDirectory()
    mkdirSync(join(cwd, '.workbench/blackboard/w1'), { recursive: true })
    const { status } = await workbench(html.split(' '), { cwd })
    expect(status).toBe(0)
    expect(readFileSync(join(cwd, html.split(' ').at(-1) ?? ''), 'utf8')).toMatch(/^<!doctype html>/i)
  })

  it('has only options of the command', async () => {
    expect(commands).toHaveLength(4)
    const { stdout } = await workbench(['board', '--help'])
    for (const [option] of commands.join(' ').matchAll(/--[a-z]+/g)) expect(stdout).toContain(option)
  })
})

describe('docs/getting-started.md, section "Run the hook"', () => {
  let cwd: string
  beforeAll(() => {
    cwd = temporaryDirectory()
    for (const name of ['docs', 'plugins']) symlinkSync(join(repository, name), join(cwd, name))
  })
  const run = (script: string) => spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8' })

  it('shows the exact message of the hook, and a fix that the hook accepts', () => {
    const setEvent = /^event=.*$/m.exec(writeBroken)?.[0] ?? ''
    const { status, stdout, stderr } = run(writeBroken)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr.replaceAll(/'\/[^']*\/(?=plugins|\.workbench)/g, "'/path/to/")).toBe(message)
    const fixed = run(`${setEvent}\n${fix}`)
    expect(fixed).toMatchObject({ status: 0, stderr: '' })
    expect(fixed.stdout).toContain('The project has no file')
  })
})

describe('the picture in README.md', () => {
  const [light, dark] = ['light', 'dark'].map((theme) => read(`docs/pictures/hook-${theme}.svg`))

  it('shows the violation that the hook reports', () => {
    const lines = /<g id="message"[^]*?<\/g>/.exec(light ?? '')?.[0].matchAll(/<text[^>]*>([^<]*)</g) ?? []
    const shown = [...lines].map(([, line = '']) => line).join(' ')
    expect(message.split('\n')).toContain(shown)
  })

  it('differs only in its colours between light and dark', () => {
    const withoutColours = (svg = ''): string => svg.replaceAll(/#[0-9a-f]{6}/g, '')
    expect(dark).not.toBe(light)
    expect(withoutColours(dark)).toBe(withoutColours(light))
  })
})
