import { createDatabase, type TestDatabase } from '../database/database.ts'
import { queryOn } from '../database/query-on.ts'
import { end, makeDirectory, type Program, runProgram, type ServerProcess, startServer } from './process.ts'

type Settings = Record<string, string>
type Name = Parameters<typeof runProgram>[0]

/** A folder and an empty database for tests, and what they start there. */
export interface Programs {
  directory: string
  databaseUrl: string
  /** Starts the server on the database. It is ended after the tests. */
  start: (settings?: Settings) => Promise<ServerProcess>
  run: (name: Name, settings?: Settings, words?: string[]) => Program
  /** Starts the server, which has to exit with 1. Returns its output on stderr, which has to be one line. */
  failure: (settings?: Settings) => Promise<string>
  query: <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>
}

/** @param scope whether each test has its own folder, or all those of the file have the same; see `isEmbedded` */
export function usePrograms({ isEmbedded = false, scope = 'file' } = {}): Programs {
  let folder: Awaited<ReturnType<typeof makeDirectory>>
  let database: TestDatabase | undefined
  let servers: ServerProcess[] = []
  // Without a database of its own, the server starts the embedded one in the folder.
  const withDatabase = (settings: Settings = {}): Settings =>
    database === undefined ? settings : { DATABASE_URL: database.url, ...settings }
  const [before, after] = scope === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach]
  before(async () => {
    folder = await makeDirectory()
    if (!isEmbedded) database = await createDatabase()
  })
  after(async () => {
    const running = servers.filter(({ child }) => child.exitCode === null && child.signalCode === null)
    servers = []
    const endings = await Promise.all(running.map((server) => end(server)))
    expect(endings.filter((status) => status !== 0)).toEqual([])
    await database?.drop()
    await folder.remove()
  })
  return {
    get directory() {
      return folder.path
    },
    get databaseUrl() {
      return database?.url ?? ''
    },
    start: async (settings) => {
      const server = await startServer(folder.path, withDatabase(settings))
      servers.push(server)
      return server
    },
    run: (name, settings = {}, words) => runProgram(name, folder.path, settings, words),
    failure: async (settings) => {
      const program = runProgram('main', folder.path, { PORT: '0', ...withDatabase(settings) })
      expect(await program.ended).toBe(1)
      expect(program.output.stderr).toMatch(/^[^\n]+\n$/)
      return program.output.stderr
    },
    query: (text, values) => queryOn(database?.url ?? '', text, values),
  }
}
