import { readSync } from 'node:fs'

import { hook } from './hook.ts'

const { status, message } = await hook(await readInput(), { env: process.env, cwd: process.cwd() })
if (message !== '') process.stderr.write(`${message}\n`)
process.exitCode = status

/** All of standard input. Reading it at once is quick, but a pipe that does not block may not be ready. */
async function readInput(): Promise<string> {
  const chunks: Buffer[] = []
  const buffer = Buffer.alloc(65_536)
  try {
    for (let length = 1; length > 0; chunks.push(Buffer.from(buffer.subarray(0, length))))
      length = readSync(0, buffer)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EAGAIN') for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
    else if (code !== 'EOF') throw error
  }
  return Buffer.concat(chunks).toString('utf8')
}
