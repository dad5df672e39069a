/**
 * @typedef {object} Term
 * @property {string} words Comma-separated. One word is found with its endings (judge, judges, judged, judging), in
 * prose and as a part of an identifier or a file name; several words are found as written.
 * @property {string} use What to write instead.
 * @property {readonly string[]} [only] The paths, as prefixes, in which it is forbidden; default: all.
 * @property {readonly string[]} [except] Paths, as prefixes, in which it is allowed.
 */

/**
 * Words of the right-hand column of docs/glossary.md that are easy to write by mistake, and the words that the page says
 * to avoid. To forbid another one, add a line here and the word there.
 * @type {readonly Term[]}
 */
export const terms = [
  { words: 'judge, judgement, judgment', use: 'validate, decide' },
  { words: 'ask', use: 'require, call, request' },
  { words: 'mend', use: 'fix' },
  { words: 'fault, faulty', use: 'violation, error, failure' },
  { words: 'complaint', use: 'violation' },
  { words: 'witness', use: 'example, counterexample' },
  { words: 'surroundings', use: 'options, dependencies, environment' },
  { words: 'refusal', use: 'HTTP error' },
  { words: 'admit, let in, lets in', use: 'authenticate, authorize, accept' },
  // In contracts it is a member of facts and decisions.
  { words: 'superseded', use: 'retry', only: ['apps/api/'] },
  { words: 'goes back, taken away', use: 'failed validation, rejected' },
  { words: 'whoever', use: 'the thing as the subject: a process, a client' },
  { words: 'nobody, somebody', use: 'the thing as the subject: no process, a client' },
  { words: 'anew', use: 'again' },
  { words: 'mortal', use: 'unprivileged' },
  { words: 'outlaw', use: 'reject, unsupported' },
  { words: 'patience, impatient', use: 'timeout' },
  { words: 'oddity', use: 'what is wrong with the value' },
  { words: 'caught up, catch up', use: 'the state that is reached' },
  { words: 'for ever', use: 'without a limit' },
]

/** Paths, as prefixes, that are not checked. */
export const unchecked = [
  // They quote the words.
  'docs/glossary.md',
  'build/style/',
  // Written elsewhere.
  'LICENSE',
  'CODE_OF_CONDUCT.md',
  'pnpm-lock.yaml',
  'bench/pnpm-lock.yaml',
  'apps/api/test/tools/pnpm-lock.yaml',
  'packages/structured-output/recipes/pnpm-lock.yaml',
  'bench/api/nest/package-lock.json',
  'build/mutants/stryker/package-lock.json',
  // Artifacts, and pages generated from the contracts and the source.
  'build/artifacts/prose.ts',
  'packages/contracts/src/types/contract-types.ts',
  'docs/examples/',
  'docs/contracts/',
  'docs/library/',
  'schemas/',
]
