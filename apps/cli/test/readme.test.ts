import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { repository, workbench } from './run-workbench.ts'

const readme = readFileSync(join(repository, 'README.md'), 'utf8')
const examples = [...readme.matchAll(/^```console\n\$ npx -y pnpm@12 workbench (.+)\n([^`]*)```$/gm)].map(
  ([, command = '', output = '']) => ({ command, output }),
)

describe('README.md', () => {
  it('has examples of the command', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3)
  })

  it.each(examples)('shows what `workbench $command` prints', async ({ command, output }) => {
    const { stdout, stderr } = await workbench(command.split(' '))
    expect(stdout + stderr).toBe(output)
  })
})

describe('README.md on the hook', () => {
  const section = readme.slice(readme.indexOf('\n## Agents\n'), readme.indexOf('\n## More\n'))
  const [broken = '', mended = ''] = [...section.matchAll(/^```sh\n([^`]+)```$/gm)].map(
    ([, script = '']) => script,
  )
  const [told = ''] = [...section.matchAll(/^```text\n([^`]+)```$/gm)].map(([, text = '']) => text)

  it('shows how a broken finding comes back, and that the mended one passes', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'workbench-'))
    for (const name of ['docs', 'plugins']) symlinkSync(join(repository, name), join(cwd, name))
    const run = (script: string) => spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8' })
    const env = (/^event=.*$/m.exec(broken) ?? [''])[0]
    expect(run(broken)).toMatchObject({ status: 2, stdout: '', stderr: told })
    expect(run(`${env}\n${mended}`)).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })
})
