import { nodeProblem } from '@workbench/agents/node-version'

// The entry of the server: an old version of Node cannot load the rest.
const problem = nodeProblem(process.versions.node)
if (problem === undefined) void import('../main.ts')
else {
  process.stderr.write(`workbench: ${problem}\n`)
  process.exitCode = 1
}
