/**
 * Rolldown plugin that leaves out the JSON Schema validator of the MCP SDK, a quarter of the bundle. The SDK uses it for
 * answers to elicitation requests, which the server does not send.
 * @type {import('rolldown').Plugin}
 */
export const withoutSchemaValidator = {
  name: 'without-schema-validator',
  resolveId: (id) => (id === '@modelcontextprotocol/server/_shims' ? SHIMS : undefined),
  load: (id) => (id === SHIMS ? MODULE : undefined),
}

const SHIMS = '\0mcp-shims'

const MODULE = `
export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error('The validator is not bundled') }
}
`
