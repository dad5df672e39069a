import { defineGroup } from '../../command-line/define-command.ts'

export const command = defineGroup({
  describe: 'List and check the facts in memory, and withdraw one',
  commands: {
    list: () => import('./list.ts'),
    withdraw: () => import('./withdraw.ts'),
  },
  default: 'list',
})
