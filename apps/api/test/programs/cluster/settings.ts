import { join } from 'node:path'

import { POSTGRES_BIN } from './programs.ts'

/** The times of Patroni in seconds. 20 is the smallest `ttl` of current versions. */
export const PATRONI_TIMES = { ttl: 20, loop_wait: 3, retry_timeout: 5 }

export const PASSWORD = 'only-for-this-test'

export interface NodePorts {
  postgres: number
  rest: number
}

export interface NodeOptions {
  name: string
  directory: string
  ports: NodePorts
  /** Port of etcd, as this node reaches it. */
  etcdPort: number
}

/** The settings of one node for Patroni. JSON is also YAML. */
export function patroniSettings({ name, directory, ports, etcdPort }: NodeOptions): string {
  const [rest, postgres] = [`127.0.0.1:${ports.rest}`, `127.0.0.1:${ports.postgres}`]
  return JSON.stringify({
    scope: 'workbench',
    name,
    restapi: { listen: rest, connect_address: rest },
    // Version 2 of the interface: with version 3, Patroni 3.0.2 lets a leader that was suspended take the leadership back
    // from its successor, whose commits are then lost. Without use_proxies, it connects to the address that etcd announces.
    etcd: { hosts: [`127.0.0.1:${etcdPort}`], use_proxies: true },
    bootstrap: {
      dcs: {
        ...PATRONI_TIMES,
        // A commit waits for a standby, and only a standby that has all commits is promoted.
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: postgres,
      connect_address: postgres,
      data_dir: join(directory, name),
      bin_dir: POSTGRES_BIN,
      pgpass: join(directory, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
      },
      parameters: { unix_socket_directories: directory, shared_buffers: '32MB', max_connections: 60 },
      pg_hba: ['local all all trust', 'host all,replication all 127.0.0.1/32 scram-sha-256'],
      // A data directory that pg_rewind cannot correct is copied again.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  })
}

/** The settings of HAProxy: connections go to the node whose Patroni says that it is the primary. */
export function haproxySettings(port: number, nodes: readonly NodeOptions[]): string {
  const servers = nodes.map(
    ({ name, ports }) => `  server ${name} 127.0.0.1:${ports.postgres} check port ${ports.rest}`,
  )
  return `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}
