import { readSync } from 'node:fs'

import { hook } from './hook.ts'

// No await at the top: this is bundled as CommonJS, which Node starts faster.
void main()

async function main(): Promise<void> {
  const { status, message } = await hook(await readInput(), { env: process.env, cwd: process.cwd() })
  if (message !== '') process.stderr.write(`${message}\n`)
  process.exitCode = status
}

/** All of standard input. Reading it at once is quick, but a pipe that does not block may not be ready. */
async function readInput(): Promise<string> {
  const chunks: Buffer[] = []
  const buffer = Buffer.alloc(65_536)
  try {
    for (;;) {
      const length = readSync(0, buffer)
      if (length === 0) break
      chunks.push(Buffer.from(buffer.subarray(0, length)))
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EAGAIN') for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
    else if (code !== 'EOF') throw error
  }
  return Buffer.concat(chunks).toString('utf8')
}
