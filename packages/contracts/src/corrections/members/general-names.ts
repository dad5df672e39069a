import { spellingOf } from '../../words/did-you-mean.ts'

/** Names of members that an object of any kind can have, so that they do not show to which object a member belongs. */
const GENERAL_NAMES = new Set(
  `author body category code comment content count created date description end id key kind label labels level link
  links name note notes number owner path position priority reason ref role schema size source start state status summary
  tags target text time title type unit updated url value version`.split(/\s+/),
)

/** Points in time and their kinds, as in `createdAt`. */
const POINT_IN_TIME = /[a-z](?:At|On|Date|Time)$/

/** Whether the name does not show to which object a member belongs. */
export const isGeneralName = (name: string): boolean =>
  GENERAL_NAMES.has(spellingOf(name)) || POINT_IN_TIME.test(name)
