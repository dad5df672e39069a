import { stringify } from 'yaml'

import type { Description } from './load.ts'

/** The description as clients get it. */
export interface Published {
  json: string
  yaml: string
}

/** Both texts are the same document, for a server that clients reach at `publicUrl`, or where they read this. */
export function publish(description: Description, publicUrl: string | undefined): Published {
  const document = publicUrl === undefined ? description : { ...description, servers: [{ url: publicUrl }] }
  return {
    json: JSON.stringify(document),
    yaml: stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }),
  }
}
