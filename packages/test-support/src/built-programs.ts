/**
 * Whether tests run the built programs as processes, as the projects `processes` and `packages-long` of jest.config.js do.
 * Otherwise they call the same code in their own process, which takes less time.
 */
export const testsBuiltPrograms = (globalThis as { builtPrograms?: boolean }).builtPrograms === true
