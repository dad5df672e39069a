import { fileURLToPath } from 'node:url'

import { createClient } from '@hey-api/openapi-ts'

/** Generates a client from the OpenAPI document into the given directory. */
await createClient({
  input: fileURLToPath(new URL('../../openapi.yaml', import.meta.url)),
  output: { path: String(process.argv[2]), importFileExtension: '.ts' },
  logs: { level: 'silent' },
})
