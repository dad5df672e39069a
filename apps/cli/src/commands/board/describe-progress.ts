import {
  type Board,
  countDeliveries,
  currentWaves,
  describeCheckout,
  describeElsewhere,
  describeEnd,
  describeWaits,
  describeWave,
  type PlanProgress,
} from '@workbench/board'
import { escapeText } from '@workbench/contracts'

/** Its members in the output as JSON. */
export const progressMembers = ({ checkout, elsewhere }: Board, progress: PlanProgress | undefined) => ({
  checkout,
  ...(progress && {
    plan: {
      path: progress.plan.path,
      waves: progress.waves.map((wave) => ({
        ...{ id: wave.id, state: wave.state, agents: wave.agents.length },
        ...countDeliveries(wave.agents),
        deliveries: wave.agents.map(({ agent, delivery, files }) => ({
          ...{ agent, delivery, paths: files.map(({ path }) => path) },
        })),
        handoffs: wave.handoffs.map(({ path }) => path),
        gate: wave.gate,
        waits: describeWaits(wave),
      })),
    },
  }),
  elsewhere,
})

/** The most waves, and the most lines of one list. */
const MAX_WAVES = 3
const MAX_LINES = 10

/** The waves of the plan that run, and what other worktrees have, in lines. */
export function describeProgress(
  { checkout, elsewhere }: Board,
  progress: PlanProgress | undefined,
): string[] {
  const branch = describeCheckout(checkout)
  const waves = progress ? currentWaves(progress) : []
  return [
    ...(branch === '' ? [] : [`Checkout: ${branch}`]),
    ...(progress && waves.length === 0
      ? ['', `All ${progress.waves.length} waves are complete, as their handoffs say`]
      : []),
    ...waves
      .slice(0, MAX_WAVES)
      .flatMap((wave) => [
        ...['', `${describeWave(wave, progress?.waves ?? [])}; ${describeEnd(wave)}`],
        ...listOf(describeWaits(wave)),
      ]),
    ...(elsewhere.length === 0
      ? []
      : ['', 'In other worktrees, not on this blackboard:', ...listOf(elsewhere.map(describeElsewhere))]),
  ].map(escapeText)
}

const listOf = (lines: readonly string[]): string[] => [
  ...lines.slice(0, MAX_LINES).map((line) => `  ${line}`),
  ...(lines.length > MAX_LINES ? [`  and ${lines.length - MAX_LINES} more`] : []),
]
