import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { runScenario } from '../../support/programs/scenario.ts'

// Generates clients from openapi.yaml without options, checks their types strictly, and calls every operation of a server
// with each of them.
const clients = fileURLToPath(new URL('clients/', import.meta.url))
const description = fileURLToPath(new URL('../../../openapi.yaml', import.meta.url))
const repository = fileURLToPath(new URL('../../../../../', import.meta.url))

/** Types by openapi-typescript are those of the server: `src/openapi/types.ts`. */
const GENERATORS: [program: string, options: string[]][] = [
  ['openapi-ts', ['--input', description, '--output', 'generated/hey-api']],
  ['orval', ['--input', description, '--output', 'generated/orval.ts']],
  ['oazapfts', [description, 'generated/oazapfts.ts']],
  [
    'swagger-typescript-api',
    ['generate', '--path', description, '--output', 'generated', '--name', 'swagger-typescript-api.ts'],
  ],
  ['kubb', ['generate', '--config', '../clients/kubb.config.js']],
]
const PROGRAMS = ['openapi-typescript', 'hey-api', 'orval', 'oazapfts', 'swagger-typescript-api', 'kubb']

await rm(`${clients}generated`, { recursive: true, force: true })
await mkdir(`${clients}generated`)
for (const [generator, options] of GENERATORS) {
  await run(fileURLToPath(new URL(`node_modules/.bin/${generator}`, import.meta.url)), options)
}
await run(process.execPath, [`${repository}node_modules/typescript/bin/tsc`, '--project', clients])

await runScenario(async ({ start }) => {
  const { origin } = await start({ LOG_LEVEL: 'warn' })
  for (const program of PROGRAMS) {
    await run(process.execPath, ['--import', 'tsx', `${program}.ts`], { API_ORIGIN: origin })
    process.stdout.write(`${program} calls all operations\n`)
  }
})

/** Runs a program in the folder of the clients. Throws an error with its output if it fails. */
async function run(program: string, options: string[], settings: Record<string, string> = {}): Promise<void> {
  // jiti, which a generator uses, otherwise leaves compiled files in the temporary directory.
  const env = { ...process.env, JITI_FS_CACHE: 'false', ...settings }
  await promisify(execFile)(program, options, { cwd: clients, env }).catch((error: unknown) => {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${options.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  })
}
