import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { CERTIFICATE } from './proxies.ts'

const HOST = 'api.example.com'
const STATUS_AND_HEADERS = ['-s', '-S', '-D', '-', '-o', '-', '--max-time', '30']

/** A response as curl prints it. */
interface Received {
  status: number
  /** The value of a header; undefined if there is none. */
  header: (name: string) => string | undefined
  body: string
}

/** A client behind a TLS proxy that comes from another address of this machine than the proxy. */
export function createTlsClient(directory: string, ports: { http: number; https: number }, key: string) {
  const trusted = ['--cacert', join(directory, CERTIFICATE.cert), '--interface', '127.0.0.2']
  const resolved = [ports.http, ports.https].flatMap((port) => ['--resolve', `${HOST}:${port}:127.0.0.1`])
  const base = [...trusted, ...resolved, '-H', `Authorization: Bearer ${key}`]
  const send = (url: string, options: readonly string[]): Received => {
    const text = execFileSync('curl', [...STATUS_AND_HEADERS, ...base, ...options, url], { encoding: 'utf8' })
    const [head = '', ...rest] = text.split('\r\n\r\n')
    return {
      status: Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1]),
      header: (name) => new RegExp(`^${name}: (.*?)\\r?$`, 'im').exec(head)?.[1],
      body: rest.join('\r\n\r\n'),
    }
  }
  return {
    plain: (path: string): Received => send(`http://${HOST}:${ports.http}${path}`, []),
    send: (path: string, ...options: string[]): Received =>
      send(`https://${HOST}:${ports.https}${path}`, options),
    /** Follows an event stream; returns whether an event with the text arrives while the stream is open. */
    streams: async (path: string, text: string, cause: () => void): Promise<boolean> => {
      const url = `https://${HOST}:${ports.https}${path}`
      const curl = spawn('curl', [
        '-s',
        '-N',
        '--max-time',
        '10',
        ...base,
        '-H',
        'Accept: text/event-stream',
        url,
      ])
      const closed = once(curl, 'close')
      await once(curl.stdout, 'data')
      let received = ''
      const arrived = new Promise<boolean>((resolve) => {
        curl.stdout.on('data', (chunk) => {
          received += String(chunk)
          if (received.includes(text)) resolve(true)
        })
      })
      cause()
      const found = await Promise.race([arrived, closed.then(() => false)])
      curl.kill()
      await closed
      return found
    },
  }
}
