import { type Cluster, isLeader } from './cluster.ts'
import type { Node } from './node.ts'

/** A failure or a maintenance step. It resolves when another node leads, and returns what repairs the old leader. */
type Failure = (cluster: Cluster, leader: Node) => Promise<() => unknown>

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
    return () => leader.thaw()
  },
  'leader without etcd': async (cluster, leader) => {
    leader.etcd.discardData()
    await untilAnotherLeads(cluster, leader)
    return () => {
      leader.etcd.forward()
      leader.etcd.reset()
    }
  },
  switchover: async (cluster, leader) => {
    const candidate = (await cluster.until(() => true)).find(({ role }) => role === 'sync_standby')?.name
    const response = await fetch(`http://127.0.0.1:${leader.ports.rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate }),
    })
    if (!response.ok) throw new Error(`Switchover: ${response.status} ${await response.text()}`)
    await untilAnotherLeads(cluster, leader)
    return () => undefined
  },
  'each node restarted': async (cluster) => {
    for (const node of cluster.nodes) {
      const leader = await cluster.healthy()
      await node.stop()
      if (node === leader) await untilAnotherLeads(cluster, leader)
      await node.start()
    }
    return () => undefined
  },
}

const untilAnotherLeads = ({ until }: Cluster, { name: old }: Node): Promise<unknown> =>
  until((members) =>
    members.some((member) => isLeader(member) && member.name !== old && member.state === 'running'),
  )
