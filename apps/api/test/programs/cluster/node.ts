import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readPostmasterPid } from '@workbench/embedded-postgres/postmaster-pid'
import { type Proxy, startProxy } from '../../support/programs/proxy.ts'

import { freezeTrees, signalAll } from './processes.ts'
import type { Launched, Launcher } from './programs.ts'
import { type NodeOptions, type NodePorts, patroniSettings } from './settings.ts'

/** A PostgreSQL server and its Patroni. */
export class Node {
  readonly name: string
  readonly ports: NodePorts
  /** Its connection to etcd. */
  readonly etcd: Proxy
  readonly #launcher: Launcher
  readonly #settings: string
  readonly #data: string
  #patroni: Launched | undefined
  #frozen: number[] = []

  private constructor(options: NodeOptions, launcher: Launcher, etcd: Proxy) {
    this.name = options.name
    this.ports = options.ports
    this.etcd = etcd
    this.#launcher = launcher
    this.#settings = join(options.directory, `${options.name}.json`)
    this.#data = join(options.directory, options.name)
  }

  static async create(options: NodeOptions, launcher: Launcher): Promise<Node> {
    const etcd = await startProxy(`http://127.0.0.1:${options.etcdPort}`)
    const node = new Node(options, launcher, etcd)
    const etcdPort = Number(new URL(etcd.url).port)
    await writeFile(node.#settings, patroniSettings({ ...options, etcdPort }))
    return node
  }

  async start(): Promise<void> {
    this.#patroni = await this.#launcher.launch(this.name, 'patroni', [this.#settings])
  }

  /** Stops PostgreSQL and Patroni as for maintenance. */
  async stop(): Promise<void> {
    if (this.#patroni === undefined) return
    signalAll([this.#patroni.pid], 'SIGTERM')
    await this.#patroni.ended
  }

  /** Ends all processes at the same time, as if the machine had lost its power. */
  async kill(): Promise<void> {
    if (this.#patroni === undefined) return
    await this.freeze()
    signalAll(this.#frozen, 'SIGKILL')
    this.#frozen = []
    await this.#patroni.ended
  }

  /** Stops all processes, as if the machine were suspended, until `thaw()`. */
  async freeze(): Promise<void> {
    const postmaster = await readPostmasterPid(this.#data)
    const roots = [this.#patroni?.pid, postmaster?.pid].filter((pid) => pid !== undefined)
    this.#frozen = await freezeTrees(roots)
  }

  thaw(): void {
    signalAll(this.#frozen, 'SIGCONT')
    this.#frozen = []
  }

  async remove(): Promise<void> {
    await this.kill()
    await this.etcd.close()
  }
}
