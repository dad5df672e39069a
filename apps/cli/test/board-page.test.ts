import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { program, repository, workbench } from './support/run-workbench.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

function createProject(): string {
  const cwd = temporaryDirectory()
  const folder = join(cwd, '.workbench', 'blackboard', 'w1')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'analyst.json'), '{"schema":"risk.v1","title":"<b>bold</b>"}')
  return cwd
}

/** Starts the server, calls a function with the first line that it prints, and ends it. */
async function serving(
  cwd: string,
  args: readonly string[],
  use: (line: string) => Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, [program, 'board', '--serve', ...args], { cwd })
  try {
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    await use(line)
  } finally {
    child.kill()
    await once(child, 'close')
  }
}

const urlIn = (line: string): string => /http:\/\/127\.0\.0\.1:\d+\//.exec(line)?.[0] ?? ''

describe('workbench board --serve', () => {
  it('prints the address at which it serves the board of the project', async () => {
    await serving(createProject(), ['--port', '0'], async (line) => {
      expect(line).toMatch(/^The board of .+ is at http:\/\/127\.0\.0\.1:\d+\/; stop it with Ctrl\+C\n$/)
      const page = await (await fetch(urlIn(line))).text()
      expect(page).toContain('>analyst</a')
      for (const [, asset = ''] of page.matchAll(/(?:href|src)="\/(board\.\w+)"/g)) {
        const response = await fetch(urlIn(line) + asset)
        expect([asset, response.status]).toEqual([asset, 200])
      }
    })
  })

  it('serves the files of a folder', async () => {
    await serving(repository, ['--port', '0', 'docs/examples'], async (line) => {
      const page = await (await fetch(`${urlIn(line)}?show=invalid`)).text()
      expect(page).toContain('review.v1.truncated')
      expect(page).not.toContain('>review.v1</a')
    })
  })

  it('uses another port if the default is in use, but not instead of one that was named', async () => {
    const occupied = createServer().listen(7700, '127.0.0.1')
    await Promise.race([once(occupied, 'listening'), once(occupied, 'error')])
    const cwd = createProject()
    await serving(cwd, [], async (line) => {
      expect(urlIn(line)).not.toContain(':7700/')
      expect((await fetch(urlIn(line))).status).toBe(200)
    })
    expect(await workbench(['board', '--serve', '--port', '7700'], { cwd, program })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'workbench: Cannot use port 7700: it is in use; name another one, or 0 for any\n',
    })
    occupied.close()
  })
})

describe('workbench board --html', () => {
  it('writes one file with the artifacts and the memory', async () => {
    const cwd = createProject()
    expect(await workbench(['board', '--html', 'report.html'], { cwd })).toEqual({
      status: 0,
      stdout: 'Wrote report.html: 1 artifact, 1 invalid\n',
      stderr: '',
    })
    const report = readFileSync(join(cwd, 'report.html'), 'utf8')
    expect(report).toContain('Required member &quot;impactEur&quot; is missing')
    expect(report).toContain('&lt;b&gt;bold&lt;/b&gt;')
  })

  it('exits with 2 if the file cannot be written', async () => {
    const { status, stderr } = await workbench(['board', '--html', 'no/folder/report.html'], {
      cwd: createProject(),
    })
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('no/folder/report.html: the directory does not exist'),
    ])
  })
})

describe('options of workbench board', () => {
  it.each([
    [['--port', '1'], '--port needs --serve'],
    [['--serve', '--html', 'a.html'], 'Use either --serve or --html'],
    [['--serve', '--check'], '--check and --format do not apply to --serve and --html'],
    [['--html', 'a.html', '--format', 'json'], '--check and --format do not apply to --serve and --html'],
    [['--editor', 'vscode'], '--editor needs --serve or --html'],
    [
      ['--html', 'a.html', '--editor', 'vi'],
      'Expected an editor (vscode, cursor, zed, idea) or an address with {file}; received vi',
    ],
    [['--serve', '--port', '70000'], 'Expected a port from 0 to 65535; received 70000'],
    [['--serve', '--port', 'x'], 'Expected a port from 0 to 65535; received NaN'],
    [['no-folder', '--serve'], 'no-folder is not a folder'],
  ])('rejects %j', async (args, message) => {
    const result = await workbench(['board', ...args], { cwd: createProject() })
    expect(result).toEqual({ status: 2, stdout: '', stderr: `workbench: ${message}\n` })
  })
})
