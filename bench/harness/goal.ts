/** A goal, and whether it is reached. */
export const goal = (text: string, isReached: boolean): string =>
  `${text}: ${isReached ? 'reached' : '**missed**'}`
