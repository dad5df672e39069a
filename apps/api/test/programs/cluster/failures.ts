import { setTimeout as sleep } from 'node:timers/promises'

import type { Cluster } from './cluster.ts'
import type { Node } from './node.ts'

/** A failure or a maintenance step. It resolves when another node leads, and returns what repairs the old leader. */
type Failure = (cluster: Cluster, leader: Node) => Promise<() => Promise<void>>

const POLL_MS = 200
const CHANGE_TIMEOUT_MS = 90_000

/** In the order in which they are executed. */
export const FAILURES: Readonly<Record<string, Failure>> = {
  'leader killed': async (cluster, leader) => {
    await leader.kill()
    await untilAnotherLeads(cluster, leader)
    return () => leader.start()
  },
  'leader frozen': async (cluster, leader) => {
    await leader.freeze()
    await untilAnotherLeads(cluster, leader)
    return () => {
      leader.thaw()
      return Promise.resolve()
    }
  },
  'leader without etcd': async (cluster, leader) => {
    leader.etcd.discardData()
    await untilAnotherLeads(cluster, leader)
    return () => {
      leader.etcd.forward()
      leader.etcd.reset()
      return Promise.resolve()
    }
  },
  switchover: async (cluster, leader) => {
    const candidate = (await cluster.members()).find(({ role }) => role === 'sync_standby')?.name
    const response = await fetch(`http://127.0.0.1:${leader.ports.rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate }),
    })
    if (!response.ok) throw new Error(`Switchover: ${response.status} ${await response.text()}`)
    await untilAnotherLeads(cluster, leader)
    return () => Promise.resolve()
  },
  'each node restarted': async (cluster) => {
    for (const node of cluster.nodes) {
      const leader = await cluster.healthy()
      await node.stop()
      if (node === leader) await untilAnotherLeads(cluster, leader)
      await node.start()
    }
    return () => Promise.resolve()
  },
}

async function untilAnotherLeads({ members }: Cluster, { name: old }: Node): Promise<void> {
  const deadline = Date.now() + CHANGE_TIMEOUT_MS
  while (Date.now() < deadline) {
    const leader = (await members()).find(({ role }) => role === 'leader')
    if (leader !== undefined && leader.name !== old && leader.state === 'running') return
    await sleep(POLL_MS)
  }
  throw new Error(`No other node leads after ${CHANGE_TIMEOUT_MS / 1000} s`)
}
