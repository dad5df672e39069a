import { fstatSync } from 'node:fs'

/** The part of a class of Node.js that is used here. `net.Socket` uses it, but takes 3 ms to load. */
interface Pipe {
  readonly open: (descriptor: number) => unknown
}

/** The member of `process` that returns internal modules of Node.js. Later versions may lack it. */
interface Bindings {
  readonly binding?: (name: string) => { readonly Pipe: new (type: number) => Pipe }
}

const SOCKET = 0

/** Must live as long as the process: when it is collected, the descriptor is closed. */
let pipe: Pipe | undefined

/**
 * Makes reads of standard input non-blocking if it is a pipe or a socket: process.exit() waits for a thread that is
 * blocked in read(2). Returns whether no read can block for long.
 * @param bindings `process`
 */
export function unblockStdin(bindings: object): boolean {
  try {
    const stat = fstatSync(0)
    if (!stat.isFIFO() && !stat.isSocket()) return stat.isFile()
    const module = (bindings as Bindings).binding?.('pipe_wrap')
    if (!module) return false
    pipe = new module.Pipe(SOCKET)
    pipe.open(0)
    return true
  } catch {
    return false
  }
}
