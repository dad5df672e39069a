import type { Engine } from '../../../build/code-cache/load-compiled.ts'

/** Loads the `validate` command from source. The bundler replaces this module with `load-validate.built.ts`. */
export const loadValidate = (_: Engine) => import('./commands/validate/validate.ts')
