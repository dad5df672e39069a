import { execFileSync } from 'node:child_process'
import { chmod, chown, link, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { findBinaries } from '@workbench/embedded-postgres/binaries'
import { chooseServerUser } from '@workbench/embedded-postgres/server-user'

import { end, startServer } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'

/** Only root runs PostgreSQL as another user, who may place links to files of root in its data directory. */
const isRoot = process.getuid?.() === 0

let file: string
// Before the hook that removes the folder.
afterEach(async () => {
  expect(await readFile(file, 'utf8')).toBe('unchanged')
  expect(await stat(file)).toMatchObject({ uid: process.getuid?.(), mode: 0o100600 })
})

const programs = usePrograms({ isEmbedded: true, scope: 'test' })

beforeEach(async () => {
  file = join(programs.directory, 'file')
  await writeFile(file, 'unchanged', { mode: 0o600 })
})

const data = (...names: string[]): string => join(programs.directory, '.data', ...names)

/** Starts the server on new data and stops it, then replaces one of its files. */
async function replace(name: string, place: (path: string) => unknown): Promise<void> {
  await end(await programs.start())
  await rm(data('postgres', name), { force: true })
  await place(data('postgres', name))
}

test.each(['server.log', 'client-password'])('a link in place of %s makes the start fail', async (name) => {
  await replace(name, (path) => symlink(file, path))
  expect(await programs.failure()).toMatch(
    / must be a file of user id \d+, not a link: .*ELOOP.*; replace it; to use another database, set DATABASE_URL\n$/,
  )
})

test('a dangling link in place of server.log makes the start fail, and its target is not created', async () => {
  await replace('server.log', (path) => symlink(join(programs.directory, 'absent'), path))
  expect(await programs.failure()).toContain('server.log must be a file of user id')
  expect(await readdir(programs.directory)).toEqual(['.data', 'file'])
})

test.each(['server.log', 'client-password'])(
  'a named pipe in place of %s makes the start fail, and does not block it',
  async (name) => {
    await replace(name, (path) => execFileSync('mkfifo', [path]))
    expect(await programs.failure()).toContain(`${name} must be a file of user id`)
  },
)

test('a link in place of postmaster.pid makes the start fail', async () => {
  await replace('postmaster.pid', (path) => symlink(file, path))
  expect(await programs.failure()).toContain('Cannot start the database in')
})

test('a link in an abandoned staging directory is deleted, and its target is not', async () => {
  const { uid = null, ids } = await chooseServerUser(
    process.getuid?.(),
    await findBinaries(),
    programs.directory,
  )
  const abandoned = data('new-abandoned', 'postgres')
  await mkdir(abandoned, { recursive: true })
  await symlink(programs.directory, join(abandoned, 'link'))
  for (const path of [abandoned, dirname(abandoned)])
    await chown(path, uid ?? 0, ids?.gid ?? process.getgid?.() ?? 0)
  await end(await programs.start())
  expect(await readdir(data())).toEqual(['postgres'])
})

test('PostgreSQL runs in a directory that only the user of the server may enter, and can write only its own files', async () => {
  const path = join(programs.directory, 'home')
  await mkdir(path, { mode: 0o700 })
  const server = await startServer(path)
  const [pid] = (await readFile(join(path, '.data', 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  // Bit 2 is CAP_DAC_READ_SEARCH.
  expect(/^CapEff:\t0*(\w+)$/m.exec(status)?.[1]).toBe(isRoot ? '4' : '0')
  expect(await end(server)).toBe(0)
})

if (isRoot) {
  test('as root, a hard link to a file of root in place of server.log makes the start fail', async () => {
    await replace('server.log', (path) => link(file, path))
    expect(await programs.failure()).toMatch(
      /server\.log must be a file of user id \d+, not a link: it belongs to user id 0/,
    )
  })

  test.each([[[]], [['postgres']]])(
    'as root, a link in place of %j in .data makes the start fail',
    async (names) => {
      const target = join(programs.directory, 'target')
      await mkdir(target)
      await mkdir(dirname(data(...names)), { recursive: true })
      await symlink(target, data(...names))
      expect(await programs.failure()).toMatch(
        /^The data in \S+, a link or a file that belongs to user id 0, must be a directory of user id \d+: /,
      )
      expect(await readdir(target)).toEqual([])
      expect(await stat(target)).toMatchObject({ uid: 0 })
    },
  )

  test.each([[[]], [['postgres']]])(
    'as root, %j in .data of another user makes the start fail',
    async (names) => {
      await mkdir(data(...names), { recursive: true })
      await chown(data(...names), 54_321, 54_321)
      expect(await programs.failure()).toMatch(
        /^The data in \S+, a directory that belongs to user id 54321, must be a directory of user id \d+: /,
      )
      expect(await readdir(data(...names))).toEqual([])
    },
  )

  test('as root without CAP_DAC_READ_SEARCH, a directory that postgres cannot enter makes the start fail with one line', async () => {
    await chmod(programs.directory, 0o700)
    const binaries = await findBinaries()
    const code = `import { chooseServerUser } from '${import.meta.resolve('@workbench/embedded-postgres/server-user')}'
      await chooseServerUser(0, ${JSON.stringify(binaries)}, '${programs.directory}').catch((error) => console.log(error.message))`
    const output = execFileSync(
      'setpriv',
      [
        '--bounding-set=-dac_read_search',
        process.execPath,
        '--import',
        'tsx',
        '--input-type=module',
        '-e',
        code,
      ],
      { encoding: 'utf8', cwd: join(import.meta.dirname, '../..') },
    )
    expect(output).toMatch(/^PostgreSQL does not run as root, and the user postgres can run .*\n$/)
  })
}
