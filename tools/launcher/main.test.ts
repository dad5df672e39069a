import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

const repository = fileURLToPath(new URL('../..', import.meta.url))

describe('pnpm workbench', () => {
  it('says which version of Node it needs', () => {
    const preloaded = join(temporaryFolder(), 'version.cjs')
    writeFileSync(preloaded, "Object.defineProperty(process.versions, 'node', { value: '18.20.8' })")
    const args = ['-r', preloaded, join(repository, 'tools/launcher/main.js'), 'validate', 'a.json']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    const line = 'workbench: needs Node 20.19 or newer; this is 18.20\n'
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: line })
  })

  it.each([
    ['a subfolder', 'docs/examples', 'valid/finding.v1.json', 0],
    ['a folder outside of the repository', '..', 'docs/examples/valid/finding.v1.json', 0],
    ['a subfolder that lacks it', 'docs/examples', 'docs/examples/valid/finding.v1.json', 2],
  ])('finds a path from %s', (_, folder, path, expected) => {
    const args = [
      '-y',
      'pnpm@12',
      ...(folder === '..' ? ['-C', repository] : []),
      'workbench',
      'validate',
      path,
    ]
    const { status } = spawnSync('npx', args, { cwd: join(repository, folder), stdio: 'ignore' })
    expect(status).toBe(expected)
  })
})
