import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** lists */
export const list = (): string[] => readdirSync(fileURLToPath(new URL('./schemas', import.meta.url)))
