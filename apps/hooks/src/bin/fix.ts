import { resolve } from 'node:path'

import { escapeText, formatViolations, openContracts } from '@workbench/contracts'
import { findProjectRoot, fixArtifact, readConfined, writeFiles } from '@workbench/workspace'

/*
 * Fixes an artifact as `workbench fix --write <file>` does: node fix.cjs <file>. The hook names this command if it makes
 * the artifact valid. Exit status 0: it is valid now; 1: it has other violations; 2: the command failed.
 */

const file = process.argv[2] ?? ''
try {
  const root = findProjectRoot({ env: process.env, cwd: process.cwd() })
  const contracts = openContracts({ env: process.env, cwd: root })
  const { bytes } = readConfined(resolve(file), [root])
  const { schema, text, original, verdict } = fixArtifact(contracts, bytes)
  if (schema === undefined) throw new Error('it names no known contract')
  if (text !== original) writeFiles(root, [{ path: resolve(file), text, before: bytes }])
  if (verdict.valid) {
    process.stdout.write(`${escapeText(file)} is a valid ${schema} now\n`)
  } else {
    process.stdout.write(`${formatViolations(verdict.violations, { more: verdict.more })}\n`)
    process.exitCode = 1
  }
} catch (error) {
  process.stderr.write(`workbench: cannot fix ${escapeText(file)}: ${escapeText((error as Error).message)}\n`)
  process.exitCode = 2
}
