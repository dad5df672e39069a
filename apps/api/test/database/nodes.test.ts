import { freePort } from '@workbench/embedded-postgres/server-process'
import { pino } from 'pino'

import { recordChange } from '../../src/changes/log/record-change.ts'
import { readConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/db/driver/connection-pool.ts'
import { bucketOf, newId } from '../../src/db/ids.ts'
import { PROJECTS } from '../../src/db/projects/project-list.ts'
import { createProject, findProject } from '../../src/db/projects/project-repository.ts'
import { readPage } from '../../src/db/query/read-page.ts'
import type { Store, StoreOptions } from '../../src/db/store.ts'
import { TASKS } from '../../src/db/tasks/task-list.ts'
import { createTask } from '../../src/db/tasks/task-repository.ts'
import { StoreUnavailable } from '../../src/domain/errors.ts'
import { connect } from '../../src/start/database.ts'
import { createMigratedDatabase, type TestDatabase } from '../support/database/database.ts'
import { TASK_DRAFT } from '../support/database/task-draft.ts'

/** Each is a node of a cluster: that of DATABASE_URL, the coordinator, and those with the even and the odd buckets. */
const NAMES = ['first', 'coordinator', 'even', 'odd'] as const
type Name = (typeof NAMES)[number]

const PROJECT = { name: 'A project', description: null }
const PAGE = { number: 0, size: 20, sort: [{ field: 'createdAt', direction: 'desc' }] } as const

const databases: Record<string, TestDatabase> = {}
let stores: Store[] = []

beforeAll(async () => {
  for (const name of NAMES) databases[name] = await createMigratedDatabase()
})
afterEach(async () => {
  for (const store of stores) await store.close()
  stores = []
})
afterAll(async () => {
  for (const database of Object.values(databases)) await database.drop()
})

function open(name: Name, options: StoreOptions): Store {
  const connection = () => ({ connectionString: databases[name]?.url ?? '' })
  const store = openStore({
    ...options,
    connection,
    poolSize: 2,
    prepared: true,
    onLostConnection: () => undefined,
  })
  stores.push(store)
  return store
}

/** Opens the store of `first`, which knows the others. */
function openCluster(options: StoreOptions = {}): Store {
  const coordinator = open('coordinator', options)
  const nodes = [open('even', options), open('odd', options)] as const
  const byBucket = Array.from({ length: 4096 }, (_, bucket) => nodes[bucket % 2 === 0 ? 0 : 1])
  return open('first', { ...options, coordinator, byBucket })
}

/** The nodes whose table of projects has an id. */
async function nodesWith(id: string): Promise<Name[]> {
  const found: Name[] = []
  for (const name of NAMES) {
    const store = open(name, {})
    if ((await findProject(store, id)) !== undefined) found.push(name)
  }
  return found
}

const nodeOf = (id: string): Name => (bucketOf(id) % 2 === 0 ? 'even' : 'odd')

test('a project and its tasks are written and read on the node with their bucket', async () => {
  const store = openCluster()
  for (let i = 0; i < 8; i++) {
    const { resource } = await createProject(store, PROJECT)
    expect(await nodesWith(resource.id)).toEqual([nodeOf(resource.id)])
    expect(await findProject(store, resource.id)).toMatchObject({ resource: { id: resource.id } })
    expect(await createTask(store, resource.id, TASK_DRAFT)).toMatchObject({ outcome: 'written' })
    const key = { id: resource.id, bucket: bucketOf(resource.id) }
    expect(await readPage(TASKS, store, PAGE, {}, key)).toMatchObject({ total: 1 })
  }
})

test('a list of projects is read on the node of DATABASE_URL', async () => {
  const { resource } = await createProject(open('first', {}), PROJECT)
  const page = await readPage(PROJECTS, openCluster(), PAGE, {})
  expect(page?.items.map(({ id }) => id)).toEqual([resource.id])
})

test.each([4, 5])('a transaction for bucket %i is executed on its node', async (bucket) => {
  const { id } = await openCluster().transact(
    async (transaction) => (await createProject(transaction, PROJECT)).resource,
    bucket,
  )
  expect(bucketOf(id)).toBe(bucket)
  expect(await nodesWith(id)).toEqual([nodeOf(id)])
})

test('writes that are recorded are executed on the coordinator, also in a transaction, and reads on the node with the bucket', async () => {
  const store = openCluster({ recorder: recordChange })
  const { resource } = await createProject(store, PROJECT)
  expect(await nodesWith(resource.id)).toEqual(['coordinator'])
  const inTransaction = await store.transact(async (transaction) => createProject(transaction, PROJECT), 4)
  expect(await nodesWith(inTransaction.resource.id)).toEqual(['coordinator'])
  expect(await findProject(store, resource.id)).toBeUndefined()
})

test('a node that cannot be used at the start is logged, and only statements for its buckets fail', async () => {
  const log: string[] = []
  const config = readConfig({ DATABASE_URL: databases['first']?.url })
  const connection = config.database?.connection ?? (() => ({}))
  const port = await freePort()
  const { hostname, port: serverPort } = new URL(databases['first']?.url ?? '')
  const here = { host: hostname, port: Number(serverPort), isCoordinator: true, buckets: [1] }
  const lost = { host: '127.0.0.1', port, isCoordinator: false, buckets: [2] }
  const cleanup: (() => Promise<void>)[] = []
  const logger = pino({}, { write: (line) => log.push(line) })
  const database = { connection, cluster: [here, lost], directory: undefined }
  const store = await connect(database, config, logger, undefined, cleanup)
  try {
    expect(log.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      `the node 127.0.0.1:${port} cannot be used; requests that need it get 503`,
    ])
    const find = (bucket: number) => findProject(store, newId(bucket))
    expect(await find(1)).toBeUndefined()
    await expect(find(2)).rejects.toThrow(StoreUnavailable)
    expect(await find(3)).toBeUndefined()
  } finally {
    for (const step of cleanup) await step()
  }
})
