import type { Handlers } from './handler.ts'
import { projectHandlers } from './projects.ts'
import { taskHandlers } from './tasks.ts'

export const handlers: Handlers = { ...projectHandlers, ...taskHandlers }
