import { join } from 'node:path'

/** The bundled program of a worker thread. */
export const workerFile = (): string => join(import.meta.dirname, 'validate-worker.cjs')
