import type { Case } from './corpus/case.ts'
import type { Contestant } from './contestants/contestant.ts'
import type { Answer } from './fixer/answer.ts'
import { type Rewritten, rewrite } from './fixer/fixer.ts'

/** The answers of a contestant to a broken artifact, and the text that an agent writes after the first one. */
export interface Round {
  readonly broken: Case
  readonly first: Answer
  readonly rewritten: Rewritten
  /** The answer of the contestant to the rewritten text. */
  readonly second: Answer
  /** What the contestant restored by its own means; undefined if that is not valid, or if it has no such means. */
  readonly restored: string | undefined
}

/** Rewrites a broken artifact after an answer. */
export type Agent = (broken: Case, answer: Answer) => Rewritten | Promise<Rewritten>

/** Runs one round for each case: the answer, what the agent writes then, and the second answer. */
export async function playRounds(
  { answer, restore }: Contestant,
  cases: readonly Case[],
  agent: Agent = rewrite,
): Promise<Round[]> {
  const rounds: Round[] = []
  for (const broken of cases) {
    const { contract, text } = broken
    const first = await answer(contract, text)
    const rewritten = await agent(broken, first)
    const second = await answer(contract, rewritten.text)
    rounds.push({ broken, first, rewritten, second, restored: await restore?.(contract, text) })
  }
  return rounds
}
