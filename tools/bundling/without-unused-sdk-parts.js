const SHIMS = '\0mcp-shims'

const SHIMS_MODULE = `
export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error('The validator is not bundled') }
}
`

const CONVERTER = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/

const SDK = /\/@modelcontextprotocol\/(?:core|server)\/dist\/[^/]*\.mjs$/

/** Fills the list of types. */
const REGISTRATION = /^for \(const .*\) register\(key, .*\);$/gm

/**
 * A module with the same exports, which throw.
 * @param {string} code
 */
function withoutImplementation(code) {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
  return `const absent = () => { throw new Error('The conversion to JSON Schema is not bundled') }
export { ${names.map((name) => `absent as ${name}`).join(', ')} }`
}

/**
 * Rolldown plugin that leaves out parts of the MCP SDK, a third of the bundle, that the server does not use:
 *
 * - The JSON Schema validator, for answers to elicitation requests, which the server does not send.
 * - Zod's conversion to JSON Schema: the schemas of the tools are JSON Schemas.
 * - The list of all types of the protocol and of OAuth, which the SDK offers to other programs.
 *
 * @type {import('rolldown').Plugin}
 */
export const withoutUnusedSdkParts = {
  name: 'without-unused-sdk-parts',
  resolveId: (id) => (id === '@modelcontextprotocol/server/_shims' ? SHIMS : undefined),
  load: (id) => (id === SHIMS ? SHIMS_MODULE : undefined),
  transform: {
    filter: { id: [CONVERTER, SDK] },
    handler(code, id) {
      if (CONVERTER.test(id)) return withoutImplementation(code)
      // The schemas in `core` are needed only where something refers to them.
      return { code: code.replaceAll(REGISTRATION, ''), moduleSideEffects: id.includes('/server/') }
    },
  },
}
