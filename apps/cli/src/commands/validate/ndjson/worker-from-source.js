// A worker thread does not have the loader of TypeScript that the main thread has registered.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
