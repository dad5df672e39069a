import fc from 'fast-check'

/*
 * Limits for property tests, which would take most of the time of a run: 200 ms each, without the search for a
 * smaller counterexample; and the same values in every run, so that a mutant does not survive by chance.
 */
fc.installGlobalPlugin(fc.interruptAfterTimeLimit(200))
fc.configureGlobal({ endOnFailure: true, seed: 1 })
