import type { Engine } from '../../../build/code-cache/load-compiled.ts'

/** Loads the command for plain command lines; in the bundle, `load-validate.built.ts` stands in its place. */
export const loadValidate = (_: Engine) => import('./commands/validate/validate.ts')
