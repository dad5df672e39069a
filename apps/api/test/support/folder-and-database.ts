import { createDatabase, type TestDatabase } from './database/database.ts'
import { makeDirectory } from './programs/process.ts'

/** A folder and an empty database for the tests of a file. */
export function useFolderAndDatabase(): { directory: () => string; databaseUrl: () => string } {
  let folder: Awaited<ReturnType<typeof makeDirectory>>
  let database: TestDatabase
  beforeAll(async () => {
    folder = await makeDirectory()
    database = await createDatabase()
  })
  afterAll(async () => {
    await database.drop()
    await folder.remove()
  })
  return { directory: () => folder.path, databaseUrl: () => database.url }
}
