import { createRequire } from 'node:module'

/** `loadCompiled` without a code cache, so that the bundled file can share modules with others. */
export const loadCompiled = (file: string, _: unknown): unknown => createRequire(file)(file)
