import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { repository, workbench } from './workbench.ts'

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
