import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { startPooler } from '../pgbouncer/pooler.ts'
import { queryOn } from '../../support/database/query-on.ts'
import { freePorts } from '../../support/programs/free-ports.ts'
import type { Scenario } from '../../support/programs/scenario.ts'

import { Node } from './node.ts'
import { createLauncher } from './programs.ts'
import { haproxySettings, PASSWORD } from './settings.ts'

/** Three PostgreSQL nodes under Patroni with etcd, HAProxy in front of them, and PgBouncer in front of HAProxy. */
export interface Cluster {
  nodes: readonly Node[]
  /** The database through HAProxy. */
  url: string
  /** The same through PgBouncer and HAProxy. */
  pooledUrl: string
  /** Waits until the members meet a condition, and returns them. */
  until: (condition: (members: readonly Member[]) => boolean) => Promise<Member[]>
  /** Waits until one node leads, the others follow it, and one of them is synchronous. Returns the leader. */
  healthy: () => Promise<Node>
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
const TIMEOUT_MS = 120_000

/** PgBouncer connects again at once after a failover; by default it waits 15 seconds after a failed login. */
const POOLER_SETTINGS = ['server_login_retry = 1', 'server_connect_timeout = 3', 'query_wait_timeout = 5']

/** For PREPARED_STATEMENTS=off, with which the server sets no timeouts. */
const ROLE_SETTINGS = {
  statement_timeout: '10s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
}

/** Starts the programs of a cluster in the directory of a scenario, which ends them. */
export async function startCluster(scenario: Scenario): Promise<Cluster> {
  const { directory, defer } = scenario
  const launcher = await createLauncher(scenario)
  const { ids } = launcher.user
  if (ids !== undefined) await chown(directory, ids.uid, ids.gid)
  const [etcdPort = 0, peerPort = 0, proxyPort = 0, ...nodePorts] = await freePorts(3 + 2 * NAMES.length)
  const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`]
  await launcher.launch('etcd', 'etcd', [
    ...['--data-dir', join(directory, 'etcd'), '--enable-v2'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `default=${peer}`],
  ])

  const options = NAMES.map((name, i) => {
    const [postgres = 0, rest = 0] = nodePorts.slice(2 * i)
    return { name, directory, ports: { postgres, rest }, etcdPort }
  })
  const nodes: Node[] = []
  for (const option of options) {
    const node = await Node.create(option, launcher)
    nodes.push(node)
    defer(() => node.remove())
    await node.start()
  }
  const until: Cluster['until'] = (condition) => untilMembers(nodes, condition)
  const healthy = async (): Promise<Node> => {
    const leaders = (await until(isHealthy)).filter(isLeader).map(({ name }) => name)
    const [leader] = nodes.filter(({ name }) => leaders.includes(name)) as [Node]
    return leader
  }
  const leader = await healthy()
  await createDatabase(urlOf(leader.ports.postgres, 'postgres', 'postgres'))

  const settings = join(directory, 'haproxy.cfg')
  await writeFile(settings, haproxySettings(proxyPort, options))
  await launcher.launch('haproxy', 'haproxy', ['-db', '-f', settings])
  const url = urlOf(proxyPort, 'workbench', 'workbench')
  const pooler = await startPooler(scenario, url, POOLER_SETTINGS)
  return { nodes, url, pooledUrl: pooler.url, until, healthy }
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

async function untilMembers(
  nodes: readonly Node[],
  condition: (members: readonly Member[]) => boolean,
): Promise<Member[]> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const members = await membersOf(nodes)
    if (condition(members)) return members
    if (Date.now() > deadline)
      throw new Error(`After ${TIMEOUT_MS / 1000} s, the members are ${JSON.stringify(members)}`)
    await sleep(POLL_MS)
  }
}

export const isLeader = ({ role }: Member): boolean => role === 'leader'

function isHealthy(members: readonly Member[]): boolean {
  const timelines = new Set(members.map(({ timeline }) => timeline))
  return (
    members.length === NAMES.length &&
    timelines.size === 1 &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    members.some(({ role }) => role === 'sync_standby') &&
    members.some(isLeader)
  )
}
