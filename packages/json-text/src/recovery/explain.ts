import { candidatesFor, countStates } from '../changes/candidates.ts'
import type { Choice, Explanation, ParseFailure } from './explanation.ts'
import { read, START, type State, tokensAfter, withMistakes } from '../grammar/grammar.ts'
import { Lexer } from '../lexical/lexer.ts'
import { MAX_MISTAKES, type Mistake, toArray } from '../lexical/mistake.ts'
import { isProse } from '../changes/prose.ts'
import type { RecoveryOptions, Validate } from './recovery-options.ts'
import { type Prefix, readPrefix, readWhole, type Reading } from './reading.ts'
import { readTruncated } from '../grammar/truncation.ts'

/*
 * `{"a": [1, 2, "b": 3}`: after `"b"`, a colon cannot be read in an array.
 * Each single change before it is tried, and read on from: `[` may be `{`, `]` may be missing before the comma or before `"b"`, ...
 * The contract accepts the value of one of them, in which `b` is a number beside `a`: `]` is missing before the comma.
 */

/** A reading of the text up to its end or to a token that cannot be read. */
interface Run {
  readonly state: State
  readonly failure: ParseFailure | undefined
}

/** What a single change of the text leads to. */
interface Outcome extends Run {
  readonly mistake: Mistake
  /** How many tokens were read after the one that could not be, up to a limit. */
  readonly past: number
  /** The explanation of everything that follows, if it was needed for the decision. */
  readonly rest?: Explanation
}

interface Decision extends Outcome {
  readonly choice: Choice
}

/** The work for one text, in tokens and in characters. When it is used up, the text is left to its author. */
const MAX_TOKENS = 250_000
const MAX_CHARACTERS = 3_000_000
/** The work for one explanation that is tried, in characters. */
const CANDIDATE_COST = 100
/** The work for one mistake in a reading, in characters. */
const MISTAKE_COST = 100
/** The tokens that an explanation reads after a failure are counted up to this number. */
const MAX_PAST = 6
const MAX_BRANCHES = 12
const MAX_OTHERS = 3
/** More violations than a verdict lists. */
const MAX_ERRORS = 10_000

/** Finds the smallest explanation of each mistake in a text. */
export class Explainer {
  readonly #lexer: Lexer
  readonly #validate: Validate
  #tokens = MAX_TOKENS
  #characters = MAX_CHARACTERS

  constructor(text: string, { validate }: RecoveryOptions) {
    this.#lexer = new Lexer(text)
    this.#validate = validate
  }

  /** @param options.canBranch whether the explanations of what follows may decide between those of a mistake */
  explain(start = this.#run(START), options = { canBranch: true }): Explanation {
    const choices = new Map<Mistake, Choice>()
    for (let run = start; ;) {
      const { state, failure } = run
      if (!failure) return { mistakes: toArray(state.mistakes), choices, reading: this.#read(state) }
      const decision = this.#decide(failure, options)
      if (!decision) return this.#giveUp(failure, choices)
      const { mistake, choice, rest } = decision
      choices.set(mistake, choice)
      if (rest) return { ...rest, choices: new Map([...choices, ...rest.choices]) }
      run = decision
    }
  }

  #giveUp(failure: ParseFailure, choices: Map<Mistake, Choice>): Explanation {
    const { state, token } = failure
    const truncation = readTruncated(state, token, this.#lexer.text)
    const unreadable = { ...UNREADABLE, offset: token.start, ...(this.#tokens === -Infinity && TOO_MANY) }
    const end = truncation?.state ?? withMistakes(state, [unreadable])
    const mistakes = toArray(end.mistakes)
    const last = mistakes.at(-1)
    if (last) choices.set(last, { failure, isUnique: false, others: [] })
    return { mistakes, choices, reading: truncation && this.#read(end), truncation }
  }

  #isExhausted(): boolean {
    return this.#tokens < 0 || this.#characters < this.#lexer.searched
  }

  #run(start: State): Run {
    for (let state = start; ;) {
      const token = this.#lexer.tokenAt(state.at, state.expected)
      const next = read(state, token, this.#lexer)
      if (next && next.cost > MAX_MISTAKES) this.#tokens = -Infinity
      if (!next || this.#tokens < 0) return { state, failure: { state, token } }
      if (token.kind === 'end') return { state: next, failure: undefined }
      state = next
    }
  }

  #read(state: State): Reading | undefined {
    this.#characters -= this.#lexer.text.length + MISTAKE_COST * state.cost
    return readWhole(this.#lexer.text, state, this.#validate)
  }

  /** What each single change of the text leads to. */
  #outcomes({ state, token }: ParseFailure): Outcome[] {
    const outcomes: Outcome[] = []
    this.#tokens -= countStates(state, token)
    for (const start of candidatesFor(state, token, this.#lexer)) {
      this.#characters -= CANDIDATE_COST
      const mistake = start.mistakes?.mistake
      if (!mistake || this.#isExhausted()) break
      const run = this.#run(start)
      this.#tokens -= run.state.tokens - start.tokens + 4 * (run.state.cost - start.cost) + 1
      const past = run.failure ? tokensAfter(token, run.state, MAX_PAST) : MAX_PAST
      if (!run.failure || run.failure.token.start > token.start) outcomes.push({ ...run, mistake, past })
    }
    return outcomes
  }

  /** The explanation of a failure; undefined if there is none but that the text is cut off. */
  #decide(failure: ParseFailure, { canBranch }: { readonly canBranch: boolean }): Decision | undefined {
    // Text in another language is not made JSON.
    if (this.#isExhausted() || !/[{["]/.test(this.#lexer.text)) return undefined
    const outcomes = this.#outcomes(failure)
    const separators = outcomes.filter(({ mistake }) => mistake.certainty === 'always')
    if (separators.length === 1) return this.#decision(failure, separators, { isUnique: true })
    const possible = outcomes.filter(({ mistake }) => mistake.certainty !== 'never')
    const isCutOff = readTruncated(failure.state, failure.token, this.#lexer.text) !== undefined
    const decision =
      this.#acceptedEnd(failure, possible) ??
      this.#decision(failure, outcomes.filter(isMissingValue)) ??
      this.#plausibleStart(failure, possible, { canBranch, isCutOff })
    if (decision || isCutOff) return decision
    // Any explanation, so that the violations of the value can be reported. Text without JSON has none.
    const readable =
      failure.state.expected === 'value' ? outcomes.filter(({ mistake }) => isProse(mistake)) : outcomes
    return this.#acceptedEnd(failure, readable) ?? this.#decision(failure, this.#sortByFit(readable))
  }

  /** The smallest explanation with which the contract accepts the whole text. */
  #acceptedEnd(failure: ParseFailure, outcomes: readonly Outcome[]): Decision | undefined {
    const accepted = outcomes.flatMap((outcome) => {
      const reading = outcome.failure || this.#isExhausted() ? undefined : this.#read(outcome.state)
      return reading?.isAccepted ? [{ ...outcome, key: reading.key }] : []
    })
    const smallest = smallestOf(accepted, ({ state }) => state.cost)
    return this.#decision(failure, smallest, { isUnique: smallest.length === 1 })
  }

  /**
   * The only explanation with which the contract can accept the text up to the next failure, or with which what follows can
   * be explained. If the contract accepts no start, the only one with which the text can be read the furthest.
   */
  #plausibleStart(
    failure: ParseFailure,
    outcomes: readonly Outcome[],
    { canBranch, isCutOff }: { readonly canBranch: boolean; readonly isCutOff: boolean },
  ): Decision | undefined {
    let furthest: readonly Outcome[] = []
    let plausible: readonly Outcome[] = []
    for (let past = MAX_PAST; past > 0 && plausible.length === 0; past--) {
      const level = outcomes.filter((outcome) => outcome.past === past)
      const starts = distinct(level.map((outcome) => ({ ...outcome, ...this.#prefix(outcome) })))
      if (furthest.length === 0) furthest = starts
      plausible = starts.filter(({ isAccepted }) => isAccepted)
    }
    if (plausible.length > 0) furthest = plausible
    if (furthest.length === 1 && !isCutOff) return this.#decision(failure, furthest, { isUnique: true })
    return canBranch && plausible.length > 0 ? this.#decideByRest(failure, plausible) : undefined
  }

  #prefix({ state, failure }: Outcome): Prefix {
    this.#characters -= state.at + MISTAKE_COST * state.cost
    if (this.#isExhausted()) return { isAccepted: false, key: '' }
    if (failure) return readPrefix(this.#lexer.text, state, this.#validate)
    return { isAccepted: false, key: this.#read(state)?.key ?? '' }
  }

  #decideByRest(failure: ParseFailure, branches: readonly Outcome[]): Decision | undefined {
    const accepted = branches.slice(0, MAX_BRANCHES).flatMap((outcome) => {
      const rest = this.explain(outcome, { canBranch: false })
      return rest.reading?.isAccepted && !rest.truncation ? [{ ...outcome, rest, key: rest.reading.key }] : []
    })
    const smallest = smallestOf(accepted, ({ rest }) => rest.mistakes.length)
    const isUnique = smallest.length === 1 && branches.length <= MAX_BRANCHES
    return this.#decision(failure, smallest, { isUnique })
  }

  /** Sorts by the number of violations, and otherwise by how far the text can be read. */
  #sortByFit(outcomes: readonly Outcome[]): Outcome[] {
    const misfit = ({ state, failure, past }: Outcome): number =>
      failure ? MAX_ERRORS + MAX_PAST - past : (this.#read(state)?.errors.length ?? MAX_ERRORS)
    return outcomes
      .map((outcome) => ({ ...outcome, size: misfit(outcome) + outcome.state.cost / MAX_ERRORS }))
      .sort((a, b) => a.size - b.size)
  }

  /** The first of the outcomes. */
  #decision(
    failure: ParseFailure,
    outcomes: readonly Outcome[],
    { isUnique } = { isUnique: false },
  ): Decision | undefined {
    const [outcome, ...further] = outcomes
    const others = further.slice(0, MAX_OTHERS).map(({ mistake }) => mistake)
    return outcome && { ...outcome, choice: { failure, isUnique: isUnique && !this.#isExhausted(), others } }
  }
}

/** After it, the text is not read. */
const UNREADABLE = { kind: 'last', hint: '', edits: [], certainty: 'never' } as const

const TOO_MANY = { expected: 'fewer syntax errors', received: 'too many to read the rest of the text' }

/** Nothing was written after a colon or a name. */
const isMissingValue = ({ mistake }: Outcome): boolean => mistake.kind === 'missing value'

/** The smallest elements, one for each key. */
function smallestOf<T extends { readonly key: string }>(
  list: readonly T[],
  sizeOf: (element: T) => number,
): T[] {
  const least = Math.min(...list.map(sizeOf))
  return distinct(list.filter((element) => sizeOf(element) === least))
}

/** The first element with each key. */
function distinct<T extends { readonly key: string }>(list: readonly T[]): T[] {
  const byKey = new Map<string, T>()
  for (const element of list) if (!byKey.has(element.key)) byKey.set(element.key, element)
  return [...byKey.values()]
}
