import { closeSync, constants, openSync, readSync } from 'node:fs'
import type { Readable } from 'node:stream'

/** What came on standard input, and why it is no event where it went on for too long. */
export interface Input {
  readonly text: string
  readonly problem?: string
}

/** An event that is larger is not read to its end, in bytes. */
const LARGEST = 64 * 2 ** 20

/** An event has to be whole so long after the hook has started, in milliseconds. */
const PATIENCE = 10_000

const CHUNK = 65_536

/**
 * The event on standard input: up to the end, or to where it is whole, for not every agent closes its side. What is there
 * already is read at once, which saves loading the streams; the rest is waited for, with patience.
 */
export async function readInput(stdin: () => Readable): Promise<Input> {
  const received = new Received()
  const isAll = readReady(received) || received.isWhole()
  const problem = isAll || received.isTooLarge() ? undefined : await readRest(received, stdin())
  const text = received.text()
  if (received.isTooLarge())
    return { text, problem: `reads events of up to ${LARGEST} bytes; this one has more` }
  return problem === undefined ? { text } : { text, problem }
}

class Received {
  readonly #chunks: Buffer[] = []
  #length = 0

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }

  isTooLarge(): boolean {
    return this.#length > LARGEST
  }

  /** Whether this is a whole JSON object, after which nothing has to come. */
  isWhole(): boolean {
    if (this.isTooLarge() || this.#chunks.at(-1)?.toString('latin1').trimEnd().endsWith('}') !== true)
      return false
    try {
      JSON.parse(this.text())
      return true
    } catch {
      return false
    }
  }
}

/** Reads what can be had without waiting. True where that is all. */
function readReady(received: Received): boolean {
  let file: number | undefined
  try {
    // Opened anew, so that only this reader does not wait. It is where Linux has it, and no socket can be opened.
    file = openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK)
    while (!received.isTooLarge()) {
      const chunk = Buffer.allocUnsafe(CHUNK)
      const length = readSync(file, chunk)
      if (length === 0) return true
      received.add(chunk.subarray(0, length))
    }
  } catch {
    // Whatever could not be read here is waited for.
  } finally {
    if (file !== undefined) closeSync(file)
  }
  return false
}

/** Waits for the rest. Answers why it gave up, where it did. */
function readRest(received: Received, stdin: Readable): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (problem?: string) => {
      clearTimeout(timer)
      stdin.destroy()
      resolve(problem)
    }
    const timer = setTimeout(() => {
      const waited = `waited ${PATIENCE / 1000} seconds for a whole event on standard input`
      end(received.isWhole() ? undefined : waited)
    }, PATIENCE)
    stdin.on('data', (chunk: Buffer) => {
      received.add(chunk)
      // A full chunk has more behind it.
      if (received.isTooLarge() || (chunk.length < CHUNK && received.isWhole())) end()
    })
    stdin.once('end', () => {
      end()
    })
    stdin.once('error', () => {
      end()
    })
  })
}
