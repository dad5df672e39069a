import { defineGroup } from '../../command-line/define-command.ts'

export const command = defineGroup({
  describe: 'List, show, check and document contracts',
  commands: {
    list: () => import('./list/command.ts'),
    show: () => import('./show/command.ts'),
    lint: () => import('./lint/command.ts'),
    diff: () => import('./diff/command.ts'),
    gate: () => import('./gate/command.ts'),
    new: () => import('./new/command.ts'),
    docs: () => import('./docs/command.ts'),
    bundle: () => import('./bundle/command.ts'),
  },
  default: 'list',
})
