import { readFileSync } from 'node:fs'

import { hook } from './hook.ts'

const { status, message } = await hook(readFileSync(0, 'utf8'), { env: process.env, cwd: process.cwd() })
if (message !== '') process.stderr.write(`${message}\n`)
process.exitCode = status
