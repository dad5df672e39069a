import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { blocksOf } from '../../support/guide.ts'
import { versionOf } from '../../support/programs/version-of.ts'

/** Where a proxy listens, and what it needs. */
interface Ports {
  http: number
  https: number
  /** The port of the API. */
  api: number
}

/** A proxy that is started with the configuration in docs/guides/tls.md. */
export interface ProxyProgram {
  name: string
  version: () => string
  start: (directory: string, ports: Ports) => ChildProcess
}

/** The certificate and its key in the folder of a test. */
export const CERTIFICATE = { cert: 'cert.pem', key: 'key.pem' }

/** The configuration of a proxy in the page, with other ports. */
function configurationOf(info: string, { api }: Ports): string {
  const [block] = blocksOf('tls.md').filter((each) => each.info === info)
  const text = block?.text ?? ''
  if (!text.includes('127.0.0.1:8080')) throw new Error(`tls.md has no configuration of ${info}`)
  return text.replaceAll('127.0.0.1:8080', `127.0.0.1:${api}`)
}

export const nginx: ProxyProgram = {
  name: 'nginx',
  version: () => versionOf('nginx', '-v', 'nginx'),
  start: (directory, ports) => {
    const site = configurationOf('nginx', ports)
      .replace('listen 80;', `listen ${ports.http};`)
      .replace('listen 443 ssl', `listen ${ports.https} ssl`)
      .replace(/\/etc\/letsencrypt\S+fullchain.pem/, join(directory, CERTIFICATE.cert))
      .replace(/\/etc\/letsencrypt\S+privkey.pem/, join(directory, CERTIFICATE.key))
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `  ${name}_temp_path ${join(directory, name)};\n`)
      .join('')
    const file = join(directory, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off;\npid ${join(directory, 'nginx.pid')};\nevents {}\nhttp {\n  access_log off;\n${temporary}${site}}\n`,
    )
    return spawn('nginx', ['-p', directory, '-e', 'stderr', '-c', file], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  },
}

export const caddy: ProxyProgram = {
  name: 'Caddy',
  version: () => versionOf('caddy', 'version', 'caddy'),
  start: (directory, ports) => {
    const { cert, key } = CERTIFICATE
    const site = configurationOf('caddyfile', ports).replace(
      'api.example.com {\n',
      `api.example.com {\n\ttls ${join(directory, cert)} ${join(directory, key)}\n`,
    )
    const file = join(directory, 'Caddyfile')
    const global = `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n}\n`
    writeFileSync(file, global + site)
    const home = join(directory, 'caddy')
    mkdirSync(home, { recursive: true })
    return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
  },
}
