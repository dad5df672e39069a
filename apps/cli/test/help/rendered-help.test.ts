import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

import { program, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const dist = join(program, '..')

/** The command without the rendered help. */
function copyWithoutHelp(): string {
  const copy = temporaryDirectory()
  cpSync(dist, copy, { recursive: true })
  rmSync(join(copy, 'help'), { recursive: true })
  return join(copy, 'main.cjs')
}

describe('the help that the build has rendered', () => {
  const copy = copyWithoutHelp()

  it.each([40, 80, 100, 120, 121, 300])('is what yargs prints for %d columns', (width) => {
    const preload = `data:text/javascript,Object.defineProperty(process.stdout, 'columns', { value: ${width} })`
    const run = (file: string) =>
      spawnSync(process.execPath, ['--import', preload, file, '--help'], { encoding: 'utf8' })
    const { status, stdout, stderr } = run(program)
    expect(stdout).toMatch(/^workbench <command>\n/)
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: run(copy).stdout, stderr: '' })
  })

  it.each([['--help'], ['-h'], ['--help', '--color']])('is the same for %j', async (...args) => {
    expect(await workbench(args)).toEqual(await workbench(args, { program: copy }))
  })

  it('is printed if the command line contains nothing else', async () => {
    const changed = temporaryDirectory()
    cpSync(dist, changed, { recursive: true })
    writeFileSync(join(changed, 'help', '100.txt'), 'changed\n')
    const stdoutOf = async (...args: string[]) =>
      (await workbench(args, { program: join(changed, 'main.cjs') })).stdout
    expect(await stdoutOf('-h')).toBe('changed\n')
    expect(await stdoutOf('validate', '--help')).toMatch(/^workbench validate/)
  })
})

describe('workbench contracts', () => {
  it.each<[string, Record<string, string>]>([
    ['', {}],
    [' if there are none', { WORKBENCH_SCHEMAS: '/nowhere' }],
  ])('prints the same with and without yargs%s', async (_, env) => {
    expect(await workbench(['contracts'], { env })).toEqual(await workbench(['contracts', 'list'], { env }))
  })
})

describe('the built command', () => {
  it.each([program, join(dist, 'package', 'main.cjs')])(
    'aligns a table with wide characters: %s',
    async (file) => {
      const directory = temporaryDirectory()
      for (const name of ['memo', 'memo\u6f22'])
        writeFileSync(join(directory, `${name}.v1.schema.json`), '{ "title": "Title", "type": "object" }')
      const { stdout } = await workbench(['contracts', '--schemas', directory], { program: file })
      expect(stdout).toContain('memo.v1    Title\nmemo\u6f22.v1\n           error: ')
    },
  )
})
