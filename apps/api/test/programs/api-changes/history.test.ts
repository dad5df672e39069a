import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))

const description = (...paths: string[]) =>
  JSON.stringify({ paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: {} } }])) })

let repository: string
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'repository-'))
  git('init', '--quiet')
})

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: repository })
}

function commit(text: string): void {
  mkdirSync(join(repository, 'api'), { recursive: true })
  writeFileSync(join(repository, 'api/openapi.yaml'), text)
  git('add', '.')
  git('commit', '--quiet', '--message', 'a version')
}

function check(directory = repository): Promise<{ status: number; output: string }> {
  const args = [
    '--import',
    'tsx',
    'apps/api/test/programs/api-changes/main.ts',
    join(directory, 'api/openapi.yaml'),
  ]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: ROOT }, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode ?? -1, output: stdout + stderr })
    })
  })
}

test('fails for an operation that only an earlier version had, until it is acknowledged', async () => {
  commit(description('/a', '/b'))
  commit(description('/a'))
  commit(description('/a', '/c'))
  const { status, output } = await check()
  expect(output).toContain('GET /b: removed (since ')
  expect(status).toBe(1)

  const acknowledged = join(repository, 'api/acknowledged-changes.json')
  writeFileSync(acknowledged, '[{ "reason": "No client used it.", "changes": ["GET /b: removed"] }]')
  expect(await check()).toEqual({ status: 0, output: '3 versions: 0 breaking changes, 1 acknowledged\n' })
  commit(description('/a', '/b', '/c'))
  expect((await check()).output).toContain('there is no such change: GET /b: removed')
})

test('fails for an uncommitted change', async () => {
  commit(description('/a'))
  writeFileSync(join(repository, 'api/openapi.yaml'), description('/c'))
  expect((await check()).output).toContain('GET /a: removed')
})

test('fails in a shallow clone, and for a file without history', async () => {
  commit(description('/a'))
  commit(description('/a', '/b'))
  const clone = join(repository, 'clone')
  git('clone', '--quiet', '--depth=1', `file://${repository}`, clone)
  const shallow = await check(clone)
  expect(shallow).toMatchObject({ status: 1, output: expect.stringContaining('shallow clone') as string })

  git('rm', '--quiet', '--cached', 'api/openapi.yaml')
  const untracked = await check()
  expect(untracked).toMatchObject({
    status: 1,
    output: expect.stringContaining('is not in the Git history') as string,
  })
})
