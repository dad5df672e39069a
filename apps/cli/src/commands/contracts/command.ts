import { defineGroup } from '../../command-line/define-command.ts'

export const command = defineGroup({
  describe: 'List, show, check and document contracts',
  commands: {
    list: () => import('./list.ts'),
    show: () => import('./show.ts'),
    lint: () => import('./lint.ts'),
    diff: () => import('./diff.ts'),
    gate: () => import('./gate.ts'),
    new: () => import('./new.ts'),
    types: () => import('./types/command.ts'),
    docs: () => import('./docs.ts'),
    bundle: () => import('./bundle.ts'),
  },
  default: 'list',
})
