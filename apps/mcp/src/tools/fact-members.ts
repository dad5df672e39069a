import fact from '../../../../schemas/fact.v1.schema.json' with { type: 'json' }

/** The schemas of the members of a fact, from its contract. */
export const factMembers = fact.properties
