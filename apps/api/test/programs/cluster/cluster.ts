import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { type Pooler, startPooler } from '../pgbouncer/pooler.ts'
import { queryOn } from '../../support/database/query-on.ts'
import { freePorts } from '../../support/programs/free-ports.ts'

import { Node } from './node.ts'
import { createLauncher, type Launched } from './programs.ts'
import { haproxySettings, PASSWORD } from './settings.ts'

/** Three PostgreSQL nodes under Patroni with etcd, HAProxy in front of them, and PgBouncer in front of HAProxy. */
export interface Cluster {
  nodes: readonly Node[]
  /** The database through HAProxy. */
  url: string
  /** The same through PgBouncer and HAProxy. */
  pooledUrl: string
  members: () => Promise<Member[]>
  /** Waits until one node leads, the others follow it, and one of them is synchronous. Returns the leader. */
  healthy: () => Promise<Node>
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
}

/** A node as Patroni describes it. */
interface Member {
  name: string
  role: 'leader' | 'replica' | 'sync_standby'
  state: string
  timeline?: number
}

const NAMES = ['node1', 'node2', 'node3']
const POLL_MS = 200
const HEALTHY_TIMEOUT_MS = 120_000

/** PgBouncer connects again at once after a failover; by default it waits 15 seconds after a failed login. */
const POOLER_SETTINGS = ['server_login_retry = 1', 'server_connect_timeout = 3', 'query_wait_timeout = 5']

/** For PREPARED_STATEMENTS=off, with which the server sets no timeouts. */
const ROLE_SETTINGS = {
  statement_timeout: '10s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
}

/** Functions that stop the programs, in the order in which these were started. */
type Cleanup = (() => Promise<unknown>)[]

export async function startCluster(directory: string, cleanup: Cleanup): Promise<Cluster> {
  const launcher = await createLauncher(directory)
  const { ids } = launcher.user
  if (ids !== undefined) await chown(directory, ids.uid, ids.gid)
  const [etcdPort = 0, peerPort = 0, proxyPort = 0, ...nodePorts] = await freePorts(3 + 2 * NAMES.length)
  const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`]
  const etcd = await launcher.launch('etcd', 'etcd', [
    ...['--data-dir', join(directory, 'etcd'), '--enable-v2'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `default=${peer}`],
  ])
  cleanup.push(() => ended(etcd))

  const options = NAMES.map((name, i) => {
    const [postgres = 0, rest = 0] = nodePorts.slice(2 * i)
    return { name, directory, ports: { postgres, rest }, etcdPort }
  })
  const nodes: Node[] = []
  for (const option of options) {
    const node = await Node.create(option, launcher)
    nodes.push(node)
    cleanup.push(() => node.remove())
    await node.start()
  }
  const members = () => membersOf(nodes)
  const healthy = () => untilHealthy(nodes)
  const leader = await healthy()
  const query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    queryOn<Row>(urlOf(proxyPort, 'postgres', 'workbench'), text, values)
  await createDatabase(urlOf(leader.ports.postgres, 'postgres', 'postgres'))

  const settings = join(directory, 'haproxy.cfg')
  await writeFile(settings, haproxySettings(proxyPort, options))
  const haproxy = await launcher.launch('haproxy', 'haproxy', ['-db', '-f', settings])
  cleanup.push(() => ended(haproxy))
  const url = urlOf(proxyPort, 'workbench', 'workbench')
  const pooler: Pooler = await startPooler(directory, url, POOLER_SETTINGS)
  cleanup.push(() => pooler.stop())
  return { nodes, url, pooledUrl: pooler.url, members, healthy, query }
}

async function createDatabase(url: string): Promise<void> {
  await queryOn(url, `create role workbench login password '${PASSWORD}'`)
  for (const [name, value] of Object.entries(ROLE_SETTINGS)) {
    await queryOn(url, `alter role workbench set ${name} = '${value}'`)
  }
  await queryOn(url, 'create database workbench owner workbench')
}

function urlOf(port: number, user: string, database: string): string {
  return `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`
}

/** The members according to the first node that answers. */
async function membersOf(nodes: readonly Node[]): Promise<Member[]> {
  for (const { ports } of nodes) {
    const members = await membersAt(ports.rest).catch(() => undefined)
    if (members !== undefined) return members
  }
  return []
}

async function membersAt(port: number): Promise<Member[]> {
  const response = await fetch(`http://127.0.0.1:${port}/cluster`, { signal: AbortSignal.timeout(1_000) })
  return ((await response.json()) as { members: Member[] }).members
}

async function untilHealthy(nodes: readonly Node[]): Promise<Node> {
  const deadline = Date.now() + HEALTHY_TIMEOUT_MS
  let members: Member[] = []
  while (Date.now() < deadline) {
    members = await membersOf(nodes)
    const leader = nodes.find(({ name }) => name === members.find(({ role }) => role === 'leader')?.name)
    if (leader !== undefined && isHealthy(members, nodes.length)) return leader
    await sleep(POLL_MS)
  }
  throw new Error(`The cluster is not healthy: ${JSON.stringify(members)}`)
}

function isHealthy(members: readonly Member[], count: number): boolean {
  const timelines = new Set(members.map(({ timeline }) => timeline))
  return (
    members.length === count &&
    timelines.size === 1 &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    members.some(({ role }) => role === 'sync_standby')
  )
}

async function ended({ child, ended: end }: Launched): Promise<void> {
  child.kill('SIGKILL')
  await end
}
