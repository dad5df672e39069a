import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  inputResponse,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { compileSchema, openContracts, type Validator } from '@workbench/contracts'
import { openArea } from '@workbench/workspace'

import manifest from '../package.json' with { type: 'json' }
import { argumentViolations, parsedArguments } from './arguments.ts'
import { foldersOf, projectRootOf } from './project-root.ts'
import { uncheckedSchema } from './unchecked-schema.ts'
import { boundResult, rejected, toErrorResult, type ToolResult } from './tool-result.ts'
import { blackboardRead } from './tools/blackboard-read.ts'
import { blackboardWrite } from './tools/blackboard-write.ts'
import { contractShow } from './tools/contract-show.ts'
import { contractValidate } from './tools/contract-validate.ts'
import { memoryRead } from './tools/memory-read.ts'
import { memoryWrite } from './tools/memory-write.ts'
import type { ServerContext as Environment, Tool } from './tools/tool.ts'

const tools: readonly Tool[] = [
  contractShow,
  contractValidate,
  blackboardWrite,
  blackboardRead,
  memoryRead,
  memoryWrite,
]

/** Agents show it to the model from the start, even if they load the descriptions of the tools later. */
const INSTRUCTIONS =
  'Typed artifacts (for example plan.v1, finding.v1, review.v1) and facts that the agents of this project share. Before ' +
  'you write the first artifact of a contract, call contract_show once with its id: it returns all members, a template ' +
  'and a valid example. Write artifacts with blackboard_write and facts with memory_write, not as files. Read what other ' +
  'agents have written with blackboard_read, and facts with memory_read.'

/** How long the server waits for the folders of the client, in milliseconds. */
const ROOTS_TIMEOUT_MS = 3_000

/** Creates an MCP server with the agent tools. Each call opens the contracts again, so a new contract file works at once. */
export function makeServer(context: Environment): McpServer {
  const server = new McpServer(
    { name: 'workbench', version: manifest.version },
    { instructions: INSTRUCTIONS },
  )
  const own = new Set<string>()
  for (const tool of tools) {
    const { name, title, description, annotations, required, input } = tool
    const rules = { ...(required && { required }), additionalProperties: false }
    const validator = compileSchema({ type: 'object', ...rules, properties: input, $id: name })
    server.registerTool(
      name,
      {
        title,
        description,
        annotations: { ...annotations, openWorldHint: false },
        // The arguments are validated in callTool(), so that the agent receives violations and not an error of the SDK.
        inputSchema: uncheckedSchema(input, rules),
      },
      async (args, call) => {
        const known = knownRoots(server, call)
        if (known === undefined && call.mcpReq.envelope) return requestRoots()
        return callTool(tool, validator, args, context, known ?? (await listRoots(server)), own)
      },
    )
  }
  return server
}

function callTool(
  tool: Tool,
  validator: Validator,
  args: unknown,
  { env, today: now, ...location }: Environment,
  clientRoots: readonly string[],
  own: Set<string>,
): ToolResult {
  try {
    const parsed = parsedArguments(args, tool.input)
    const verdict = validator.validate(parsed)
    const violations = argumentViolations(verdict.valid ? [] : verdict.violations, parsed, tool)
    if (violations.length > 0) return boundResult(rejected(violations, verdict.valid ? 0 : verdict.more))
    const root = projectRootOf({ env, ...location, clientRoots })
    const contracts = openContracts({ env, cwd: root })
    const today = now().toISOString().slice(0, 10)
    return boundResult(tool.call(parsed, { area: openArea(root), contracts, today, clientRoots, own }))
  } catch (error) {
    return boundResult(toErrorResult(error))
  }
}

/** Empty if the client announces no folders; undefined if a request is necessary. */
function knownRoots({ server }: McpServer, { mcpReq }: ServerContext): readonly string[] | undefined {
  const response = inputResponse(mcpReq.inputResponses, 'roots')
  if (response.kind === 'roots') return foldersOf(response.roots)
  const envelope: Partial<Record<typeof CLIENT_CAPABILITIES_META_KEY, ClientCapabilities>> = {
    ...mcpReq.envelope,
  }
  // oxlint-disable-next-line typescript/no-deprecated -- the only source in the versions without an envelope
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()
  return mcpReq.inputResponses === undefined && capabilities?.roots ? undefined : []
}

// The list is not kept, so it is current even if the client does not announce a change.

/** With a client of 2026: it repeats the call with the list. */
const requestRoots = () => inputRequired({ inputRequests: { roots: inputRequired.listRoots() } })

/** Requests the list from an older client. None if that fails, for example because one of its roots is not a file. */
async function listRoots({ server }: McpServer): Promise<readonly string[]> {
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the newer way does not exist in these versions
    return foldersOf((await server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS })).roots)
  } catch {
    return []
  }
}
